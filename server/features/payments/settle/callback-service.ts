import { setTimeout as pause } from 'node:timers/promises';
import { screens } from '#contract/addresses.ts';
import type { ProviderReturn } from '../../../provider/provider.ts';
import { returnUrlOf } from '../payment-presentation.ts';
import type { PaymentRecord } from '../payment-record.ts';
import { findPayment, isSettledTransaction, takeVerifyTurn } from '../payments-repository.ts';
import { isReference } from '../reference.ts';
import { endAsReturned, type Verification, type VerifyDeps, verifyAndSettle } from './verify-service.ts';

const VERIFY_CAP_MS = 8_000;
/** A turn lasts 3 s, so a waiter of this length gets it or the previous holder's result. */
const TURN_WAIT_MS = 3_500;
const TURN_LOOK_MS = 500;
const NOT_ASKED: Verification = { seen: 'unknown' };

/**
 * Handles the browser's return from the card page: queries the provider, settles and returns the next address. Anybody
 * can call this with any reference, so it has the same limits as the status call.
 *
 * @param mayAsk false: does not query the provider; the status call and the poller find the money.
 * @returns an address of our own with the app's flags. An unknown reference leads to the cart.
 */
export async function returnFromProvider(
  deps: VerifyDeps,
  returned: ProviderReturn,
  { publicUrl, mayAsk }: { publicUrl: string; mayAsk: boolean },
): Promise<string> {
  const { reference, transactionId, flag } = returned;
  const payment = isReference(reference) ? await findPayment(deps.db, reference) : null;
  if (!payment) return new URL(`${screens.cart}?returned=true`, publicUrl).href;
  const verification = mayAsk ? await withinCap(askInTurn(deps, payment, transactionId)) : NOT_ASKED;
  if (flag) await endAsReturned(deps, reference, flag, verification);
  return returnUrlOf((await findPayment(deps.db, reference)) ?? payment, publicUrl);
}

/** Queries only an open payment or an unknown transaction, once in 3 s for all callers. */
async function askInTurn(
  deps: VerifyDeps,
  payment: PaymentRecord,
  transactionId: string | undefined,
): Promise<Verification> {
  if (payment.method === 'wallet_only') return NOT_ASKED;
  const isNews = transactionId !== undefined && !(await isSettledTransaction(deps.db, transactionId));
  if (payment.outcome !== null && !isNews) return NOT_ASKED;
  if (!(await waitForTurn(deps, payment))) return NOT_ASKED;
  return verifyAndSettle(deps, payment.reference, isNews ? transactionId : undefined);
}

/** False: another caller settled the payment meanwhile, or others keep taking the turns. */
async function waitForTurn({ db }: VerifyDeps, { reference, outcome }: PaymentRecord): Promise<boolean> {
  const isSettled = outcome !== null;
  for (let waitedMs = 0; waitedMs <= TURN_WAIT_MS; waitedMs += TURN_LOOK_MS) {
    if (await takeVerifyTurn(db, reference, isSettled)) return true;
    await pause(TURN_LOOK_MS);
    if (!isSettled && (await findPayment(db, reference))?.outcome) return false;
  }
  return false;
}

/** Limits the shopper's wait. A later result is still settled, and the app polls the status. */
async function withinCap(asking: Promise<Verification>): Promise<Verification> {
  let timer: NodeJS.Timeout | undefined;
  const cap = new Promise<Verification>((resolve) => {
    timer = setTimeout(() => resolve({ seen: 'unknown' }), VERIFY_CAP_MS);
  });
  // On any error the poller queries again: the shopper must return to the shop.
  const answer = asking.catch((): Verification => ({ seen: 'unknown' }));
  return Promise.race([answer, cap]).finally(() => clearTimeout(timer));
}
