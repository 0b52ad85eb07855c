import { type ComponentType, useEffect, useState } from 'react';
import { onFirstToast } from './toast.ts';

/** The place of the toasts. Empty until the first one, then it fetches the host, a chunk of its own. */
export function ToastRegion() {
  const [Host, setHost] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      onFirstToast(() => {
        import('./ToastHost.tsx').then(
          (module) => setHost(() => module.ToastHost),
          // Without the chunk the messages wait; the next toast tries again.
          () => {},
        );
      }),
    [],
  );
  return Host && <Host />;
}
