import { type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { rememberControls } from './early-acts.ts';

/** Takes over the page that the server drew, as a transition: in slices, between which a poor phone draws and listens. */
export function takeOver(root: HTMLElement, app: ReactNode): void {
  const onRecoverableError = (error: unknown) => {
    // The browser's page translator, which wraps each text, came first: React has drawn the page again.
    if (!document.querySelector('html[class*=translated],font')) reportError(error);
  };
  rememberControls();
  startTransition(() => void hydrateRoot(root, app, { onRecoverableError }));
}
