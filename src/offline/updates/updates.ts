import { onlineManager } from '@tanstack/react-query';
import { Workbox } from 'workbox-window';
import type { PageMessage } from '#contract/worker-messages.ts';
import { isMeteredOrSlow } from '../../lib/metered-connection.ts';
import type { Services } from '../../lib/services.ts';
import { createStore } from '../../lib/store.ts';
import { type BusyReasons, createBusyReasons } from './busy-reasons.ts';
import { claimReload } from './preload-errors.ts';
import { requestFromWorker } from './update-at-start.ts';

/**
 * New releases: offered, never forced, and never under a shopper who pays or types. Workbox's window part is
 * used directly; the plugin's register module would reload every other tab the moment one tab accepts.
 */

const WORKER_ADDRESS = '/sw.js';
const CHECK_EVERY_MS = 60 * 60_000;
const TAKEOVER_WAIT_MS = 2_000;
const ANSWER_WAIT_MS = 5_000;

export type UpdateState =
  /** Nothing new. */
  | 'none'
  | 'waiting'
  /** The shopper said later: the offer comes back at the next start. */
  | 'postponed'
  /** Accepted; a tab is in checkout. */
  | 'blocked'
  | 'taking-over';

class Updates {
  readonly #busy: BusyReasons;
  readonly #state = createStore<UpdateState>('none');
  #workbox: Workbox | null = null;
  #reloadWaits = false;

  constructor(busy: BusyReasons) {
    this.#busy = busy;
  }

  readonly subscribe = this.#state.subscribe;
  readonly state = this.#state.get;

  /** Registers the worker. Call after `load`, in a production build only. */
  async start(): Promise<void> {
    if (!('serviceWorker' in navigator)) return;
    this.#workbox = new Workbox(WORKER_ADDRESS);
    this.#workbox.addEventListener('waiting', () => {
      // Who has accepted already is given the newest one.
      if (this.state() !== 'blocked') this.#state.set('waiting');
    });
    this.#workbox.addEventListener('activated', ({ isUpdate, sw }) => {
      if (!isUpdate) sw?.postMessage(loadedFiles());
    });
    let isControlled = navigator.serviceWorker.controller !== null;
    // Workbox listens only once the registration is known: too late for a worker that is quick.
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      // Thrown away with the rest of the shop's storage: no release came, and a reload may meet a dead line.
      if (!navigator.serviceWorker.controller) return;
      // A page that came before any worker runs the same release as the one that takes it over.
      if (isControlled) this.#reloadWhenFree();
      isControlled = true;
    });
    const registration = await this.#workbox.register().catch(() => undefined);
    if (registration) this.#checkNowAndThen(registration);
  }

  readonly postpone = (): void => {
    this.#state.set('postponed');
  };

  /** The shopper wants the new release: it takes over as soon as no tab is in checkout. */
  async accept(): Promise<void> {
    if (await this.#busy.whenNobodyPays(() => this.#takeOver(), false)) return;
    this.#state.set('blocked');
    // Who said later while it waited has changed their mind.
    await this.#busy.whenNobodyPays(() => this.state() === 'blocked' && this.#takeOver(), true);
  }

  /** Call at each change of route: a tab that was busy when the release came takes it here. */
  noteRouteChange(): void {
    if (this.#reloadWaits) this.#reloadWhenFree();
  }

  #checkNowAndThen(registration: ServiceWorkerRegistration): void {
    void this.#followMissedTakeover();
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

  /** A worker may take over before anybody listens, or while the page is frozen. */
  async #followMissedTakeover(): Promise<void> {
    const { controller } = navigator.serviceWorker;
    const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]');
    if (!controller || !entry) return;
    const question = { type: 'HAS_FILE', path: new URL(entry.src).pathname } as const;
    const isSameRelease = await requestFromWorker(controller, question, ANSWER_WAIT_MS, true);
    if (!isSameRelease && claimReload()) this.#reloadWhenFree();
  }

  #takeOver(): void {
    this.#state.set('taking-over');
    this.#workbox?.messageSkipWaiting();
    // The event that should follow is lost now and then; without this the button would do nothing.
    setTimeout(() => {
      if (!this.#reloadWaits) this.#reloadWhenFree();
    }, TAKEOVER_WAIT_MS);
  }

  /** Reloads now, or at the next change of route: a field that was just emptied is not the end of a form. */
  #reloadWhenFree(): void {
    // Also for a reload that the browser gives up: the next change of route tries again.
    this.#reloadWaits = true;
    if (this.#busy.isFree()) location.reload();
  }
}

export function createUpdates(services: Services): Updates {
  return new Updates(services.get(createBusyReasons));
}

/** Once signed in or installed, the rest of the code is worth its bytes; never on a metered connection. */
export async function cacheRemainingChunks(): Promise<void> {
  if (isMeteredOrSlow() || !('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'KEEP_LATER_CHUNKS' } satisfies PageMessage);
}

/** What the first visit loaded came before the worker. It caches what it has a route for; the browser has the bytes. */
function loadedFiles(): PageMessage {
  const loaded = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  return {
    type: 'CACHE_URLS',
    payload: { urlsToCache: loaded.map(({ name }) => [name, { cache: 'force-cache' }]) },
  };
}
