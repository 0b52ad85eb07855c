import { PAYMENT_RETURN_PARAMETER_NAMES } from '#contract/payment-return.ts';
import type { PageToWorkerMessage, PageToWorkerRequest } from '#contract/worker-messages.ts';
import { recordReloadUnlessTooSoon } from './preload-errors.ts';

/**
 * Activates a waiting release when the app starts and no other page is open. Rendering waits for this, because the old
 * app must not use a new worker.
 */

const COUNT_WAIT_MS = 300;
const TAKEOVER_WAIT_MS = 1_000;

/** @returns true when the page is being reloaded and must not render. */
export async function activateWaitingRelease(): Promise<boolean> {
  try {
    if (!navigator.serviceWorker?.controller || bringsPaymentHome()) return false;
    const registration = await navigator.serviceWorker.getRegistration();
    const waiting = registration?.waiting;
    if (
      !waiting ||
      (await requestFromServiceWorker(waiting, { type: 'COUNT_PAGES' }, COUNT_WAIT_MS, 0)) !== 1
    )
      return false;
    if (!recordReloadUnlessTooSoon()) return false;
    const isControlled = new Promise<boolean>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true });
      setTimeout(() => resolve(false), TAKEOVER_WAIT_MS);
    });
    waiting.postMessage({ type: 'SKIP_WAITING' } satisfies PageToWorkerMessage);
    await isControlled;
    // An address with a `#` part needs `reload`, because `replace` would only scroll.
    if (location.hash) location.reload();
    else location.replace(location.href);
    return true;
  } catch {
    // Without a service worker or storage the page starts normally.
    return false;
  }
}

/** True on a return from the card page. A reload would handle the return twice. */
function bringsPaymentHome(): boolean {
  const query = new URLSearchParams(location.search);
  return PAYMENT_RETURN_PARAMETER_NAMES.some((name) => query.has(name));
}

/**
 * Sends a service worker a request and waits for its reply on a port.
 * @param waitMs limits the wait, because a worker of an older release may not reply.
 * @returns the reply, or `fallback` after the wait.
 */
export async function requestFromServiceWorker<T>(
  worker: ServiceWorker,
  question: PageToWorkerRequest,
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
