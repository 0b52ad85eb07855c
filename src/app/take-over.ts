import { type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Takes over the page that the server drew, as a transition: in slices, between which a poor phone draws and listens. */
export function takeOver(root: HTMLElement, app: ReactNode): void {
  const handleError = (error: unknown) => {
    // React finds other texts there than the server sent, and has drawn the page again.
    if (!isTranslated()) reportError(error);
  };
  startTransition(() => void hydrateRoot(root, app, { onRecoverableError: handleError }));
}

/** Whether the browser's page translator is at work: it marks the document and wraps each text. */
function isTranslated(): boolean {
  return document.querySelector('html[class*="translated"], font') !== null;
}
