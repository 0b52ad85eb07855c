import type { LookupResult, PaymentProvider } from './provider.ts';

const AT_ONCE = 8;
const WAITING_MAX = 100;
const WAIT_MS = 5_000;

/**
 * Bounds what browsers can make the shop ask the provider: 8 lookups at once, 100 that wait for at most 5 s; the rest
 * are `unknown`, and the poller asks later. Checkouts pass by, and jobs have the provider to themselves with bounds of
 * their own, so that none of them waits for another.
 */
export function gateLookups(provider: PaymentProvider, atOnce = AT_ONCE, waitMs = WAIT_MS): PaymentProvider {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = (): Promise<boolean> => {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve(true);
    }
    if (waiting.length >= WAITING_MAX) return Promise.resolve(false);
    return new Promise((resolve) => {
      const goOn = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(goOn), 1);
        resolve(false);
      }, waitMs);
      waiting.push(goOn);
    });
  };
  /** The place of the one who leaves is the next one's. */
  const leave = (): void => {
    const goOn = waiting.shift();
    if (goOn) goOn();
    else running -= 1;
  };
  const pass = async (look: () => Promise<LookupResult>): Promise<LookupResult> => {
    if (!(await enter())) return { ok: false, kind: 'unknown', reason: 'too many lookups at once' };
    try {
      return await look();
    } finally {
      leave();
    }
  };
  return {
    ...provider,
    verify: (reference) => pass(() => provider.verify(reference)),
    verifyById: (transactionId) => pass(() => provider.verifyById(transactionId)),
  };
}
