import { type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { addRenderedControlsToRecording } from './replay-interactions.ts';

/** Hydrates the server-rendered page in short tasks (a React transition), so that a slow phone stays responsive. */
export function hydrateApp(root: HTMLElement, app: ReactNode): void {
  const onRecoverableError = (error: unknown) => {
    // A page translator changed the HTML before hydration, so React rendered again. This error is not reported.
    if (!document.querySelector('html[class*=translated],font')) reportError(error);
  };
  addRenderedControlsToRecording();
  startTransition(() => void hydrateRoot(root, app, { onRecoverableError }));
}
