import { onlineManager } from '@tanstack/react-query';
import { Workbox } from 'workbox-window';
import type { PageToWorkerMessage } from '#contract/worker-messages.ts';
import { isConnectionMeteredOrSlow } from '../../lib/browser/metered-connection.ts';
import type { AppServices } from '../../lib/react/services.ts';
import { createObservableStore } from '../../lib/react/store.ts';
import { recordReloadUnlessTooSoon } from './preload-errors.ts';
import { createReloadBlockers, type ReloadBlockers } from './reload-blockers.ts';
import { requestFromServiceWorker } from './update-at-start.ts';

/**
 * Offers new releases and never forces them on a shopper who is paying or typing. The module that vite-plugin-pwa
 * provides is not used, because it reloads all tabs.
 */

const WORKER_ADDRESS = '/sw.js';
const CHECK_EVERY_MS = 60 * 60_000;
const TAKEOVER_WAIT_MS = 2_000;
const ANSWER_WAIT_MS = 5_000;

export type AppUpdateState =
  /** No newer release is known to this page. */
  | 'none'
  | 'waiting'
  /** The shopper declined the update; the next start offers it again. */
  | 'postponed'
  /** The shopper accepted the update, but a tab is in checkout. */
  | 'blocked'
  | 'taking-over';

class AppUpdater {
  readonly #busy: ReloadBlockers;
  readonly #state = createObservableStore<AppUpdateState>('none');
  #workbox: Workbox | null = null;
  #reloadWaits = false;

  constructor(busy: ReloadBlockers) {
    this.#busy = busy;
  }

  readonly subscribe = this.#state.subscribe;
  readonly state = this.#state.get;

  /** Registers the service worker. Call it after `load`, in a production build only. */
  async start(): Promise<void> {
    if (!('serviceWorker' in navigator)) return;
    this.#workbox = new Workbox(WORKER_ADDRESS);
    this.#workbox.addEventListener('waiting', () => this.#offer());
    this.#workbox.addEventListener('activated', ({ isUpdate, sw }) => {
      if (!isUpdate) sw?.postMessage(loadedFiles());
    });
    let isControlled = navigator.serviceWorker.controller !== null;
    // The listener is registered here, because Workbox adds its own too late for a fast worker.
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      // A page without a controller is not reloaded: its service worker was deleted, so an offline reload would show no
      // page.
      if (!navigator.serviceWorker.controller) return;
      // The first worker of a page is of the page's own release, so only a change from one worker to another reloads.
      if (isControlled) this.#reloadWhenFree();
      isControlled = true;
    });
    const registration = await this.#workbox.register().catch(() => undefined);
    if (registration) this.#checkNowAndThen(registration);
  }

  readonly postpone = (): void => {
    this.#state.set('postponed');
  };

  /** Activates the new release as soon as no tab is in checkout. */
  async accept(): Promise<void> {
    if (await this.#busy.whenNobodyPays(() => this.#takeOver(), false)) return;
    this.#state.set('blocked');
    // The state is checked again, because the shopper may have declined the update during the wait.
    await this.#busy.whenNobodyPays(() => this.state() === 'blocked' && this.#takeOver(), true);
  }

  /**
   * Reloads if an accepted update still waits for its reload. Call it at each route change, when a tab is no longer
   * busy.
   */
  noteRouteChange(): void {
    if (this.#reloadWaits) this.#reloadWhenFree();
  }

  #checkNowAndThen(registration: ServiceWorkerRegistration): void {
    void this.#followMissedTakeover();
    // Workbox stops listening at the first later release, although a lost connection may end its installation.
    registration.addEventListener('updatefound', () => {
      const { active, installing } = registration;
      installing?.addEventListener('statechange', () => {
        if (active && installing.state === 'installed') this.#offer();
      });
    });
    let checkedAtMs = Date.now();
    const check = () => {
      checkedAtMs = Date.now();
      registration.update().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible') return;
      void this.#followMissedTakeover();
      if (Date.now() - checkedAtMs >= CHECK_EVERY_MS) check();
    });
    onlineManager.subscribe((isOnline) => {
      if (isOnline) check();
    });
  }

  /**
   * Reloads if a newer release's worker took control unnoticed, before the listener existed or while the page was
   * frozen.
   */
  async #followMissedTakeover(): Promise<void> {
    const { controller } = navigator.serviceWorker;
    const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]');
    if (!controller || !entry) return;
    const question = { type: 'HAS_FILE', path: new URL(entry.src).pathname } as const;
    const isSameRelease = await requestFromServiceWorker(controller, question, ANSWER_WAIT_MS, true);
    if (!isSameRelease && recordReloadUnlessTooSoon()) this.#reloadWhenFree();
  }

  #offer(): void {
    // A shopper who accepted an update that still waits is not asked again when an even newer release arrives.
    if (this.state() !== 'blocked') this.#state.set('waiting');
  }

  #takeOver(): void {
    this.#state.set('taking-over');
    this.#workbox?.messageSkipWaiting();
    // The event `controllerchange` is sometimes missing; without this timer the button would do nothing.
    setTimeout(() => {
      if (!this.#reloadWaits) this.#reloadWhenFree();
    }, TAKEOVER_WAIT_MS);
  }

  /** Reloads now if no work would be lost, else at a later route change. */
  #reloadWhenFree(): void {
    // The reload stays pending if the browser cancels it, so that the next route change tries again.
    this.#reloadWaits = true;
    if (this.#busy.isFree()) location.reload();
  }
}

export function createAppUpdater(services: AppServices): AppUpdater {
  return new AppUpdater(services.get(createReloadBlockers));
}

/** Caches the remaining code after sign-in or installation, but not on a metered connection. */
export async function requestCachingOfAllChunks(): Promise<void> {
  if (isConnectionMeteredOrSlow() || !('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'KEEP_LATER_CHUNKS' } satisfies PageToWorkerMessage);
}

/**
 * Lists the files that the page loaded before the service worker existed, so that it can cache them from the browser's
 * own cache.
 */
function loadedFiles(): PageToWorkerMessage {
  const loaded = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  return {
    type: 'CACHE_URLS',
    payload: { urlsToCache: loaded.map(({ name }) => [name, { cache: 'force-cache' }]) },
  };
}
