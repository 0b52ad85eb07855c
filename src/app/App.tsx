import { IsRestoringProvider, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { SilentErrorBoundary } from '../lib/PartBoundary.tsx';
import { type AppServices, AppServicesContext } from '../lib/services.ts';
import { isSessionCleanupPending, useSession } from '../lib/session.ts';
import { useLazyComponent } from '../lib/use-lazy-part.tsx';
import { ScreenReaderAnnouncer } from '../ui/Announcer.tsx';
import { LazyToastHost } from '../ui/ToastRegion.tsx';
import { useIsPageIdle } from './page-idle.ts';
import { preloadScreensOnTouch } from './preload-on-touch.ts';
import { RouteErrorBoundary } from './RouteErrorBoundary.tsx';
import { replayInteractions } from './replay-interactions.ts';
import { Router } from './router.tsx';

const loadBackgroundServices = () => import('./BackgroundServices.tsx');

interface Props {
  queryClient: QueryClient;
  services: AppServices;
  /** Persisted data is restored after the first render of a cached page. */
  restore?: (() => Promise<void>) | undefined;
}

/** Combines the providers, the router and everything outside the pages. The entry file chooses the kind of router. */
export function App({ queryClient, services, restore }: Props) {
  useEffect(preloadScreensOnTouch, []);
  return (
    <AppServicesContext value={services}>
      <QueryClientProvider client={queryClient}>
        <Restoring restore={restore}>
          <RouteErrorBoundary>
            <Router />
          </RouteErrorBoundary>
          <SilentErrorBoundary>
            <ScreenReaderAnnouncer />
            <LazyToastHost />
          </SilentErrorBoundary>
          <LazyBackgroundServices />
          <ReplayInteractions />
        </Restoring>
      </QueryClientProvider>
    </AppServicesContext>
  );
}

/** Pauses all queries until the persisted data is restored, because it may be fresh enough. */
function Restoring({ restore, children }: { restore: Props['restore']; children: ReactNode }) {
  const [isRestoring, setIsRestoring] = useState(restore !== undefined);
  useEffect(() => {
    void restore?.().then(() => setIsRestoring(false));
  }, [restore]);
  return <IsRestoringProvider value={isRestoring}>{children}</IsRestoringProvider>;
}

/** Loads the background services when idle, for a member at once. A session change re-renders only this part. */
function LazyBackgroundServices() {
  const isIdle = useIsPageIdle();
  const isMember = useSession().status === 'member';
  // An unhandled session end (e.g. unreadable stored data) still needs its redirect.
  const BackgroundServices = useLazyComponent(
    loadBackgroundServices,
    isMember || isSessionCleanupPending() || isIdle,
  );
  return BackgroundServices && <BackgroundServices />;
}

/** Rendered last, so that its effect runs after all others. */
function ReplayInteractions() {
  useEffect(() => {
    // Events are deferred, because React cannot hydrate a part that an event reaches during an effect.
    const timer = setTimeout(() => void replayInteractions());
    return () => clearTimeout(timer);
  }, []);
  return null;
}
