import './lib/older-browsers.ts';
import './styles/tokens.css';
import './styles/reset.css';
import './styles/base.css';
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/App.tsx';
import { createQueryClient } from './app/query-client.ts';
import { matchRoute } from './app/route-table.ts';
import { adoptServerData } from './app/server-data.ts';
import { takeOver } from './app/take-over.ts';
import { followBack } from './features/product/back-within-app.ts';
import { captureReferralCode } from './features/referral/referral-code.ts';
import { onApiAnswer, onApiSilence } from './lib/api-send.ts';
import { leaveOverlayEntries } from './lib/overlay-entries.ts';
import { settleSignOut } from './lib/pending-sign-out.ts';
import { Services } from './lib/services.ts';
import { Connection } from './offline/connection/connection.ts';
import { createBusy } from './offline/updates/busy.ts';
import { followPreloadErrors } from './offline/updates/preload-errors.ts';

/**
 * Starts the app in the browser: takes over what the server rendered, or mounts on the bare shell. The first
 * render of a rendered page uses the inlined data only, so that nothing differs from the server's.
 */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  const isRendered = 'rendered' in root.dataset;
  // A server-rendered page already belongs to the newest release.
  if (!isRendered && (await takesWaitingRelease().catch(() => false))) return;
  // Reading the code was a task of its own: what waits behind it is not made to wait for the rest.
  if (isRendered) await new Promise((resolve) => setTimeout(resolve));
  await leaveOverlayEntries();
  followBack();
  captureReferralCode(Date.now());
  const services = new Services();
  const connection = new Connection();
  connection.start();
  onApiAnswer(connection.noteAnswer);
  onApiAnswer(tellPendingSignOut);
  onApiSilence(connection.noteSilence);
  followPreloadErrors(connection, services.get(createBusy));
  onlineManager.subscribe(tellPendingSignOut);
  tellPendingSignOut();
  const queryClient = createQueryClient();
  const isCached = isRendered && Boolean(navigator.serviceWorker?.controller);
  if (isRendered) adoptServerData(queryClient, isCached);
  // The code is there before the first render, so no fallback replaces what the server drew. A chunk that
  // cannot be fetched is the route boundary's to tell.
  const preloaded = matchRoute(location.pathname)
    ?.route.preload()
    .catch(() => {});
  const restore = () => restoreSaved(queryClient, services).catch(() => undefined);
  await Promise.all([preloaded, isRendered || restore()]);

  const app = (
    <BrowserRouter>
      <App queryClient={queryClient} services={services} restore={isCached ? restore : undefined} />
    </BrowserRouter>
  );
  if (isRendered) takeOver(root, app);
  else createRoot(root).render(app);
}

/** @returns true when a newer release is replacing the page. */
async function takesWaitingRelease(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false;
  const { takeWaitingRelease } = await import('./offline/updates/update-at-start.ts');
  return await takeWaitingRelease();
}

/** Sends an earlier sign-out to the server at the first contact. */
function tellPendingSignOut(): void {
  if (onlineManager.isOnline()) void settleSignOut().catch(() => undefined);
}

/** An empty shell opens with what the phone has saved. On a rendered page that follows the first render. */
async function restoreSaved(queryClient: QueryClient, services: Services): Promise<void> {
  const { restoreCache } = await import('./app/persistence.ts');
  await restoreCache(queryClient, services);
}

void start();
