import { IsRestoringProvider, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { SilentErrorBoundary } from '../lib/react/SilentErrorBoundary.tsx';
import { type AppServices, AppServicesContext } from '../lib/react/services.ts';
import { useLazyComponent } from '../lib/react/use-lazy-component.tsx';
import { isSessionCleanupPending, useSession } from '../lib/session/session.ts';
import { ScreenReaderAnnouncer } from '../ui/message/Announcer.tsx';
import { LazyToastHost } from '../ui/message/LazyToastHost.tsx';
import { RouteErrorBoundary } from './routing/RouteErrorBoundary.tsx';
import { Router } from './routing/router.tsx';
import { useMayLoadDeferredCode } from './start/deferred-code.ts';
import { preloadScreensOnTouch } from './start/preload-on-touch.ts';
import { replayRecordedInteractions } from './start/replay-interactions.ts';

const loadBackgroundServices = () => import('./services/BackgroundServices.tsx');

interface Props {
  queryClient: QueryClient;
  services: AppServices;
  /** Restores the data stored on the phone. Called after the first render of a page from the service worker's cache. */
  restoreStoredData?: (() => Promise<void>) | undefined;
}

/** Renders the router inside the data providers, with everything that is outside the pages. */
export function App({ queryClient, services, restoreStoredData }: Props) {
  useEffect(preloadScreensOnTouch, []);
  return (
    <AppServicesContext value={services}>
      <QueryClientProvider client={queryClient}>
        <Restoring restore={restoreStoredData}>
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

/** Pauses all queries until the phone's stored data is restored, because that data may make a request unnecessary. */
function Restoring({ restore, children }: { restore: Props['restoreStoredData']; children: ReactNode }) {
  const [isRestoring, setIsRestoring] = useState(restore !== undefined);
  useEffect(() => {
    void restore?.().then(() => setIsRestoring(false));
  }, [restore]);
  return <IsRestoringProvider value={isRestoring}>{children}</IsRestoringProvider>;
}

/** Loads the background services when the page is idle; for a signed-in member it loads them at once. */
function LazyBackgroundServices() {
  const isIdle = useMayLoadDeferredCode();
  const isMember = useSession().status === 'member';
  // The session may have ended just before a reload. The services must then still clear the shopper's data.
  const BackgroundServices = useLazyComponent(
    loadBackgroundServices,
    isMember || isSessionCleanupPending() || isIdle,
  );
  return BackgroundServices && <BackgroundServices />;
}

/** Replays the taps made before hydration. Rendered last, so that its effect runs after all others. */
function ReplayInteractions() {
  useEffect(() => {
    // The replay waits for the next task, because React cannot hydrate a part of the page during an effect.
    const timer = setTimeout(() => void replayRecordedInteractions());
    return () => clearTimeout(timer);
  }, []);
  return null;
}
