import { type ComponentType, useEffect, useState } from 'react';
import { onFirstToast } from './toast.ts';

/** Loads the toast library in its own chunk with the first toast; renders nothing until then. */
export function LazyToastHost() {
  const [Host, setHost] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      onFirstToast(() => {
        import('./ToastHost.tsx').then(
          (module) => setHost(() => module.ToastHost),
          // Messages stay queued without the chunk; the next toast tries again.
          () => {},
        );
      }),
    [],
  );
  return Host && <Host />;
}
