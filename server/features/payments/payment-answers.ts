import { setTimeout as pause } from 'node:timers/promises';
import { screens } from '#contract/addresses.ts';
import type { PaymentReply, PaymentStatusReply } from '#contract/schemas/payment.ts';
import type { Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ProviderReturn } from '../../provider/provider.ts';
import { paidReply, returnUrlOf, statusReply } from './payment-presentation.ts';
import type { PaymentRecord } from './payment-record.ts';
import {
  claimVerifyTurn,
  findPaidPayment,
  findPayment,
  isSettledTransaction,
  type PaidPayment,
} from './payments-repository.ts';
import { isReference } from './reference.ts';
import {
  endAttemptAsReturned,
  type Verification,
  type VerifyDeps,
  verifyAndSettle,
} from './settle/verify-service.ts';

/**
 * A wallet-only payment stores this reply before the group's row is locked, when the figures are unknown, so every
 * reply is built from the payment's current state.
 */
export interface PaidByWallet {
  paidReference: string;
}

export interface PaidReplyDeps {
  readBalance: (db: Queryable, userId: string) => Promise<number>;
  publicUrl: string;
}

export async function presentBought(
  { readBalance, publicUrl }: PaidReplyDeps,
  db: Queryable,
  reference: string,
): Promise<PaymentReply> {
  const payment = await findPaidPayment(db, reference);
  if (!payment) throw new Error('the payment is gone');
  const balanceKobo = await readBalance(db, payment.userId);
  return paidReply(payment, { balanceKobo, groups: payment.groups }, returnUrlOf(payment, publicUrl));
}

/** Returns the reply stored under a key, verbatim or rebuilt. */
export async function presentStored(
  deps: PaidReplyDeps,
  db: Queryable,
  stored: unknown,
): Promise<PaymentReply> {
  const body = stored as PaymentReply | PaidByWallet;
  return 'paidReference' in body ? presentBought(deps, db, body.paidReference) : body;
}

/**
 * Reads the status of one of the shopper's payments. While money may still come, the provider is queried first, at most
 * once in 3 s for a reference.
 *
 * @param mayAsk returns false when this shopper has used up the queries. `onFailure` is called when settling threw: the
 * shopper sees the stored status, and the poller retries.
 * @throws {DomainError} 404 for another shopper's reference as for an unknown one.
 */
export async function readPaymentStatus(
  deps: VerifyDeps & Pick<PaidReplyDeps, 'readBalance'> & { clock: Clock },
  userId: string,
  reference: string,
  { mayAsk, onFailure }: { mayAsk: () => Promise<boolean>; onFailure: (error: unknown) => void },
): Promise<PaymentStatusReply> {
  let payment = await findOwn(deps, userId, reference);
  if (payment.outcome === null && (await mayAsk()) && (await claimVerifyTurn(deps.db, reference))) {
    await verifyAndSettle(deps, reference).catch(onFailure);
    payment = await findOwn(deps, userId, reference);
  }
  const balanceKobo = await deps.readBalance(deps.db, userId);
  return statusReply(payment, { balanceKobo, groups: payment.groups }, deps.clock.now());
}

async function findOwn(deps: VerifyDeps, userId: string, reference: string): Promise<PaidPayment> {
  const payment = isReference(reference) ? await findPaidPayment(deps.db, reference) : null;
  if (payment?.userId !== userId) throw new DomainError('payment_not_found');
  return payment;
}

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
  if (flag) await endAttemptAsReturned(deps, reference, flag, verification);
  return returnUrlOf((await findPayment(deps.db, reference)) ?? payment, publicUrl);
}

/** Queries the provider only for an open payment or an unknown transaction, once in 3 s for all callers. */
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
    if (await claimVerifyTurn(db, reference, isSettled)) return true;
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
