import { useEffect, useEffectEvent, useState } from 'react';
import type { WorkerMessage } from '#contract/worker-messages.ts';
import { isInstalled } from '../features/install/install-offer.ts';
import { useLocation, useNavigate } from '../lib/navigation.tsx';
import { useSession } from '../lib/session.ts';
import { useLazyPart } from '../lib/use-lazy-part.tsx';
import { whenIdle } from '../lib/when-idle.ts';
import { isFree } from '../offline/busy.ts';

const loadPrompts = async () => (await import('./Prompts.tsx')).Prompts;

type Updates = typeof import('../offline/updates.ts');

/** The worker, its releases and the offers to install: all of it after the page is drawn. */
export function OfflineKeeper() {
  const [updates, setUpdates] = useState<Updates | null>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const Prompts = useLazyPart(loadPrompts, isDrawn);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isMember = useSession().status === 'member';

  useEffect(() => {
    return whenIdle(() => {
      setIsDrawn(true);
      // The development server has no worker to register.
      if (!import.meta.env.PROD) return;
      void import('../offline/updates.ts').then((module) => {
        void module.startUpdates();
        setUpdates(module);
      }, keepQuiet);
    });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of route is a chance to reload
  useEffect(() => {
    updates?.noteRouteChange();
  }, [updates, pathname]);

  useEffect(() => {
    if (updates && (isMember || isInstalled())) return whenIdle(() => void updates.keepLaterChunks());
  }, [updates, isMember]);

  const handleMessage = useEffectEvent(({ data, ports }: MessageEvent<WorkerMessage>) => {
    if (data?.type !== 'OPEN_PATH') return;
    const isShown = isFree();
    if (isShown) navigate(data.path);
    // Where the page stays as it is the worker opens another.
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

/** Without a line the worker comes with the next start. */
function keepQuiet(): void {}
