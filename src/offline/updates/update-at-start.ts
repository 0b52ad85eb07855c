import { RETURN_PARAMETERS } from '#contract/payment-return.ts';
import type { PageMessage, WorkerRequest } from '#contract/worker-messages.ts';
import { claimReload } from './preload-errors.ts';

/**
 * A cold start with a release waiting: the only open page takes it before anything is drawn, so that the old
 * shell never runs under the new worker.
 */

const COUNT_WAIT_MS = 300;
const TAKEOVER_WAIT_MS = 1_000;

/** @returns true when the page is being replaced: draw nothing. */
export async function activateWaitingRelease(): Promise<boolean> {
  try {
    if (!navigator.serviceWorker?.controller || bringsPaymentHome()) return false;
    const registration = await navigator.serviceWorker.getRegistration();
    const waiting = registration?.waiting;
    if (!waiting || (await requestFromWorker(waiting, { type: 'COUNT_PAGES' }, COUNT_WAIT_MS, 0)) !== 1)
      return false;
    if (!claimReload()) return false;
    const isControlled = new Promise<boolean>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true });
      setTimeout(() => resolve(false), TAKEOVER_WAIT_MS);
    });
    waiting.postMessage({ type: 'SKIP_WAITING' } satisfies PageMessage);
    await isControlled;
    // To the browser an address with a fragment is a place on the page it has, which is still empty.
    if (location.hash) location.reload();
    else location.replace(location.href);
    return true;
  } catch {
    // No worker, no storage: the page starts as it is.
    return false;
  }
}

/** Such an address is never reloaded. */
function bringsPaymentHome(): boolean {
  const query = new URLSearchParams(location.search);
  return RETURN_PARAMETERS.some((name) => query.has(name));
}

/**
 * Asks a worker something that it answers through a port.
 *
 * @param waitMs How long a worker that is busy or of an older release is waited for.
 * @returns its answer; `fallback` without one.
 */
export async function requestFromWorker<T>(
  worker: ServiceWorker,
  question: WorkerRequest,
  waitMs: number,
  fallback: T,
): Promise<T> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<T>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<T>) => resolve(data);
    setTimeout(() => resolve(fallback), waitMs);
  });
  worker.postMessage(question, [port2]);
  return await answered;
}
