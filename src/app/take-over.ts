import { type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Takes over the page that the server drew, as a transition: in slices, between which a poor phone draws and listens. */
export function takeOver(root: HTMLElement, app: ReactNode): void {
  startTransition(() => void hydrateRoot(root, app, { onRecoverableError: (error) => reportError(error) }));
}
