import './lib/browser/older-browsers.ts';
import './styles/tokens.css';
import './styles/reset.css';
import './styles/base.css';
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/App.tsx';
import { createQueryClient } from './app/data/query-client.ts';
import { cacheServerRenderedData } from './app/data/server-data.ts';
import { matchRoute } from './app/routing/route-table.ts';
import { hydrateApp } from './app/start/hydrate-app.ts';
import { trackBackAndForward } from './features/product/list/back-navigation.ts';
import { storeReferralCodeFromUrl } from './features/referral/referral-code.ts';
import { onApiResponse, onApiResponseMissing } from './lib/api/api-send.ts';
import { goBackPastOverlayHistoryEntries } from './lib/browser/overlay-history.ts';
import { AppServices } from './lib/react/services.ts';
import { sendPendingSignOut } from './lib/session/pending-sign-out.ts';
import { ConnectionMonitor } from './offline/connection/connection.ts';
import { reloadOnChunkLoadError } from './offline/updates/preload-errors.ts';
import { createReloadBlockers } from './offline/updates/reload-blockers.ts';

/** Starts the app. The first render uses only data inlined in the page, so that it matches the server's HTML. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  const isRendered = 'rendered' in root.dataset;
  // An empty page reloads when a newer release is waiting. A server-rendered page belongs to the newest release.
  if (!isRendered && (await takesWaitingRelease().catch(() => false))) return;
  // Waits one task, so that taps can be handled after the long task of parsing the code.
  if (isRendered) await new Promise((resolve) => setTimeout(resolve));
  await goBackPastOverlayHistoryEntries();
  trackBackAndForward();
  storeReferralCodeFromUrl(Date.now());
  const services = new AppServices();
  const connection = new ConnectionMonitor();
  connection.start();
  onApiResponse(connection.noteAnswer);
  onApiResponse(startPendingSignOut);
  onApiResponseMissing(connection.noteSilence);
  reloadOnChunkLoadError(connection, services.get(createReloadBlockers));
  onlineManager.subscribe(startPendingSignOut);
  startPendingSignOut();
  const queryClient = createQueryClient();
  const isCached = isRendered && Boolean(navigator.serviceWorker?.controller);
  if (isRendered) cacheServerRenderedData(queryClient, isCached);
  // The screen's code loads before the first render, or React would replace the server's HTML by a placeholder.
  const preloaded = matchRoute(location.pathname)
    ?.route.preload()
    .catch(() => {});
  const restore = () => restoreSaved(queryClient, services).catch(() => undefined);
  await Promise.all([preloaded, isRendered || restore()]);

  const app = (
    <BrowserRouter>
      <App queryClient={queryClient} services={services} restoreStoredData={isCached ? restore : undefined} />
    </BrowserRouter>
  );
  if (isRendered) hydrateApp(root, app);
  else createRoot(root).render(app);
}

/** @returns true when a newer release is about to replace the page. */
async function takesWaitingRelease(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false;
  const { activateWaitingRelease } = await import('./offline/updates/update-at-start.ts');
  return await activateWaitingRelease();
}

/** Sends a sign-out that could not be sent earlier, because the server would otherwise keep the session open. */
function startPendingSignOut(): void {
  if (onlineManager.isOnline()) void sendPendingSignOut().catch(() => undefined);
}

/**
 * Restores the data stored on the phone. A server-rendered page does so after its first render, which must match the
 * server's HTML.
 */
async function restoreSaved(queryClient: QueryClient, services: AppServices): Promise<void> {
  const { restorePersistedQueryCache } = await import('./app/data/persistence.ts');
  await restorePersistedQueryCache(queryClient, services);
}

void start();
