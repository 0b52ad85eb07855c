import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { WorkerMessage } from '#contract/worker-messages.ts';
import { isInstalled, listenForInstallOffer } from '../features/install/install-offer.ts';
import { useService } from '../lib/services.ts';
import { useSession } from '../lib/session.ts';
import { useLazyPart } from '../lib/use-lazy-part.tsx';
import { whenIdle } from '../lib/when-idle.ts';
import { createBusyReasons } from '../offline/updates/busy-reasons.ts';
import { cacheRemainingChunks, createUpdates } from '../offline/updates/updates.ts';

const loadPrompts = async () => (await import('./Prompts.tsx')).Prompts;

/** Starts the service worker, its updates and the install offers after the page is rendered. */
export function OfflineService() {
  const [isStarted, setIsStarted] = useState(false);
  const [isDrawn, setIsDrawn] = useState(false);
  const Prompts = useLazyPart(loadPrompts, isDrawn);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const updates = useService(createUpdates);
  const busy = useService(createBusyReasons);
  const isMember = useSession().status === 'member';

  useEffect(listenForInstallOffer, []);

  useEffect(() => {
    return whenIdle(() => {
      setIsDrawn(true);
      // The development server has no worker.
      if (!import.meta.env.PROD) return;
      void updates.start();
      setIsStarted(true);
    });
  }, [updates]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of route is a chance to reload
  useEffect(() => {
    if (isStarted) updates.noteRouteChange();
  }, [isStarted, updates, pathname]);

  useEffect(() => {
    if (isStarted && (isMember || isInstalled())) return whenIdle(() => void cacheRemainingChunks());
  }, [isStarted, isMember]);

  const handleMessage = useEffectEvent(({ data, ports }: MessageEvent<WorkerMessage>) => {
    if (data?.type !== 'OPEN_PATH') return;
    const isShown = busy.isFree();
    if (isShown) navigate(data.path);
    // If the page does not navigate, the worker opens another window.
    ports[0]?.postMessage(isShown);
  });
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const handle = (event: MessageEvent<WorkerMessage>) => handleMessage(event);
    navigator.serviceWorker.addEventListener('message', handle);
    return () => navigator.serviceWorker.removeEventListener('message', handle);
  }, []);

  return Prompts && <Prompts />;
}
