import type { PaymentProvider, TransactionLookupResult } from './provider.ts';

const AT_ONCE = 8;
const WAITING_MAX = 100;
const WAIT_MS = 5_000;

/**
 * Limits the lookups at the provider that browsers can cause. An excess lookup returns `unknown`, and a job queries
 * later.
 */
export function limitProviderLookups(
  provider: PaymentProvider,
  atOnce = AT_ONCE,
  waitMs = WAIT_MS,
): PaymentProvider {
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
  /** A finished lookup passes its slot to the next waiting lookup. */
  const leave = (): void => {
    const goOn = waiting.shift();
    if (goOn) goOn();
    else running -= 1;
  };
  const pass = async (look: () => Promise<TransactionLookupResult>): Promise<TransactionLookupResult> => {
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
