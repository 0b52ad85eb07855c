import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { WorkerToPageMessage } from '#contract/worker-messages.ts';
import { captureInstallPromptEvent, isAppInstalled } from '../../features/install/install-offer.ts';
import { runWhenIdle } from '../../lib/browser/when-idle.ts';
import { useAppService } from '../../lib/react/services.ts';
import { useLazyComponent } from '../../lib/react/use-lazy-component.tsx';
import { useSession } from '../../lib/session/session.ts';
import { createReloadBlockers } from '../../offline/updates/reload-blockers.ts';
import { createAppUpdater, requestCachingOfAllChunks } from '../../offline/updates/updates.ts';

const loadPrompts = () => import('./Prompts.tsx');

/** Starts the service worker, its updates and the offers to install the app, after the page is rendered. */
export function ServiceWorkerStarter() {
  const [isStarted, setIsStarted] = useState(false);
  const [isDrawn, setIsDrawn] = useState(false);
  const Prompts = useLazyComponent(loadPrompts, isDrawn);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const updates = useAppService(createAppUpdater);
  const busy = useAppService(createReloadBlockers);
  const isMember = useSession().status === 'member';

  useEffect(captureInstallPromptEvent, []);

  useEffect(() => {
    return runWhenIdle(() => {
      setIsDrawn(true);
      // The development server provides no service worker, so none is started.
      if (!import.meta.env.PROD) return;
      void updates.start();
      setIsStarted(true);
    });
  }, [updates]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an update may reload at each change of route
  useEffect(() => {
    if (isStarted) updates.noteRouteChange();
  }, [isStarted, updates, pathname]);

  useEffect(() => {
    if (isStarted && (isMember || isAppInstalled()))
      return runWhenIdle(() => void requestCachingOfAllChunks());
  }, [isStarted, isMember]);

  const handleMessage = useEffectEvent(({ data, ports }: MessageEvent<WorkerToPageMessage>) => {
    if (data?.type !== 'OPEN_PATH') return;
    const isShown = busy.isFree();
    if (isShown) navigate(data.path);
    // Replies whether this page shows the notification's target; otherwise the worker opens the target in another
    // window.
    ports[0]?.postMessage(isShown);
  });
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const handle = (event: MessageEvent<WorkerToPageMessage>) => handleMessage(event);
    navigator.serviceWorker.addEventListener('message', handle);
    return () => navigator.serviceWorker.removeEventListener('message', handle);
  }, []);

  return Prompts && <Prompts />;
}
