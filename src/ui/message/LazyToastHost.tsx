import { useEffect, useState } from 'react';
import { useLazyComponent } from '../../lib/react/use-lazy-component.tsx';
import { onFirstToast } from './toast.ts';

const loadHost = () => import('./ToastHost.tsx');

/** Loads the toast library with the first toast. Toasts stay queued until the library has loaded. */
export function LazyToastHost() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => onFirstToast(() => setWanted(true)), []);
  const Host = useLazyComponent(loadHost, isWanted);
  return Host && <Host />;
}
