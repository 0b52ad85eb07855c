import type { Queryable } from '../../../db/database.ts';
import { lockEvenDeleted } from '../../../db/lock-shopper.ts';
import { accountIn } from '../../../ledger/account-repository.ts';
import { THE_SHOP } from '../../../ledger/judge-sum.ts';
import { postToLedger } from '../../../ledger/ledger.ts';
import { keepApart } from '../../../lib/keep-apart.ts';
import type { ProviderReversal, ReversalKind } from '../../../provider/provider.ts';
import { giveBackCardRefund } from '../card-refunds/card-refund-return.ts';
import { type CardRefund, endCardRefund, findOwnRefund } from '../card-refunds/card-refunds-repository.ts';
import { readPages } from '../reconciliation/provider-pages.ts';
import { settleTransaction, type TroublingReversal, type VerifyDeps } from '../settle/verify-service.ts';
import { returnParkedMoney } from '../unallocated/parked-money.ts';
import { lockParkedMoney } from '../unallocated/parked-money-repository.ts';
import {
  closeReversalItem,
  findCollectableKobo,
  findCollectableOf,
  findCollectableSince,
  findCollectingMark,
  findNewsAmong,
  findPayerOf,
  findReturnedKobo,
  findSettledAmong,
  type KeptReversal,
  keepReversal,
  lockReversal,
  noteReversal,
  noteReversalItem,
  setCollectingMark,
} from './reversals-repository.ts';

/** The account for card losses until they are covered. A positive balance is on its way to cards. */
const counterOf = (tx: Queryable, { kind, currency }: KeptReversal): Promise<string> =>
  accountIn(tx, kind === 'refund' ? 'refunds:card' : 'chargebacks', currency);

export interface Unbooked {
  kind: ReversalKind | 'settlement';
  id: string;
  theirs: unknown;
  error: unknown;
}

/**
 * Reads the provider's refunds and chargebacks and books the new ones, whether made by us, at its dashboard or by a
 * bank. One that cannot be booked delays no other.
 *
 * @param fromDay `YYYY-MM-DD`, on which the oldest of them began.
 * @returns items for the operator, unreadable rows, and those that could not be booked.
 * @throws when a list cannot be read; completed bookings stay.
 * @source money.md, money that goes back to cards
 */
export async function bookReversals(
  deps: VerifyDeps,
  fromDay: string,
  toDay: string,
): Promise<{ troubles: TroublingReversal[]; unreadable: string[]; failures: Unbooked[] }> {
  const troubles: TroublingReversal[] = [];
  const unreadable: string[] = [];
  const failures: Unbooked[] = [];
  for (const kind of ['refund', 'chargeback'] as const) {
    const listed = await readPages((page) => deps.provider.listReversals(kind, { fromDay, toDay, page }));
    unreadable.push(...listed.unreadable.map((name) => `${kind} ${name}`));
    const news = await findNewsAmong(deps.db, listed.rows);
    const settled = await findSettledAmong(
      deps.db,
      news.map(({ transactionId }) => transactionId),
    );
    for (const theirs of news) {
      try {
        if (!settled.has(theirs.transactionId)) await settleFirst(deps, theirs);
        const trouble = await bookReversal(deps, theirs);
        if (trouble) troubles.push(trouble);
      } catch (error) {
        failures.push({ kind, id: theirs.id, theirs, error });
      }
    }
  }
  for (const trouble of troubles) deps.onReversal?.(trouble);
  return { troubles, unreadable, failures };
}

/** A payment is settled before its refund is booked. */
async function settleFirst(deps: VerifyDeps, { transactionId }: ProviderReversal): Promise<void> {
  const found = await deps.provider.verifyById(transactionId);
  if (!found.ok) throw new Error(found.reason);
  if (found.transaction) await settleTransaction(deps, found.transaction);
}

/** Books the provider's current state of a reversal; idempotent. @returns null when no operator needs to look. */
export function bookReversal(
  { db, provider }: VerifyDeps,
  told: ProviderReversal,
): Promise<TroublingReversal | null> {
  return db.transaction(async (tx) => {
    const userId = await findPayerOf(tx, told.transactionId);
    if (userId) await lockEvenDeleted(tx, userId);
    const kept = await keepReversal(tx, told, { account: provider.accountCode, userId });
    const own = await findOwnRefund(tx, told);
    if (kept.status === 'pending' && told.status === 'taken') return take(tx, kept, own);
    if (kept.status !== 'undone' && told.status === 'undone') await undo(tx, kept, own);
    return null;
  });
}

async function take(
  tx: Queryable,
  kept: KeptReversal,
  own: CardRefund | null,
): Promise<TroublingReversal | null> {
  const { kind, id, transactionId, amountKobo, account } = kept;
  await postToLedger(tx, {
    kind: 'reversal',
    ref: `${kind}:${id}`,
    description: `Transaction ${transactionId}`,
    actor: 'system',
    entries: [
      { account: await counterOf(tx, kept), amountKobo: -amountKobo },
      { account, amountKobo },
    ],
  });
  const parked = await lockParkedMoney(tx, transactionId);
  if (parked?.amountKobo === amountKobo) await returnParkedMoney(tx, transactionId, THE_SHOP);
  const returnedKobo = own?.status === 'sent' ? own.amountKobo : await findReturnedKobo(tx, transactionId);
  const collectedKobo = Math.min(returnedKobo, amountKobo);
  if (own?.status === 'sent') await endCardRefund(tx, own.id, 'done');
  const taken = { ...kept, status: 'taken' as const, collectedKobo };
  await noteReversal(tx, taken);
  const covered = await collect(tx, taken);
  const lossKobo = amountKobo - covered.collectedKobo;
  if (kind === 'refund' && lossKobo === 0) return null;
  await noteReversalItem(
    tx,
    covered,
    `${lossKobo / 100} of ${amountKobo / 100} are not covered by the wallet`,
  );
  return { kind, id, transactionId, amountKobo, lossKobo };
}

/** Debits the wallet for its credits of the same money. The caller has locked the rows of payer and reversal. */
async function collect(tx: Queryable, taken: KeptReversal): Promise<KeptReversal> {
  const { kind, id, userId, transactionId } = taken;
  const kobo = userId ? await findCollectableKobo(tx, taken) : 0;
  if (kobo === 0) return taken;
  await postToLedger(tx, {
    kind: 'reversal_collected',
    ref: `${kind}:${id}:${taken.collectedKobo}`,
    description: `Transaction ${transactionId}`,
    actor: 'system',
    entries: [
      { account: `wallet:${userId}`, amountKobo: -kobo },
      { account: await counterOf(tx, taken), amountKobo: kobo },
    ],
  });
  const collected = { ...taken, collectedKobo: taken.collectedKobo + kobo };
  await noteReversal(tx, collected);
  if (kind === 'refund' && collected.collectedKobo === collected.amountKobo) {
    await closeReversalItem(tx, collected, 'taken from the wallet');
  }
  return collected;
}

/** Undoes a failed refund or a dispute that we won: provider and wallet get their parts back. */
async function undo(tx: Queryable, kept: KeptReversal, own: CardRefund | null): Promise<void> {
  const { kind, id, userId, transactionId, amountKobo, account, collectedKobo } = kept;
  const words = { ref: `${kind}:${id}`, description: `Transaction ${transactionId}`, actor: 'system' };
  if (kept.status === 'taken') {
    await postToLedger(tx, {
      ...words,
      kind: 'reversal_undone',
      entries: [
        { account, amountKobo: -amountKobo },
        { account: await counterOf(tx, kept), amountKobo },
      ],
    });
  }
  await noteReversal(tx, { ...kept, status: 'undone', collectedKobo: 0 });
  if (own && own.status !== 'failed') return giveBackCardRefund(tx, own, 'the provider could not send it');
  if ((await findReturnedKobo(tx, transactionId)) > 0) {
    // The refunded money was never in a wallet, so the operator sends it again.
    return noteReversalItem(tx, kept, 'the refund failed: refund the money again');
  }
  if (userId && collectedKobo > 0) {
    const isHere = await lockEvenDeleted(tx, userId);
    await postToLedger(tx, {
      ...words,
      kind: 'reversal_credited',
      entries: [
        { account: await counterOf(tx, kept), amountKobo: -collectedKobo },
        { account: isHere ? `wallet:${userId}` : 'promo:goodwill', amountKobo: collectedKobo },
      ],
    });
  }
  await closeReversalItem(tx, kept, 'the money came back');
}

/**
 * Debits a wallet for credits that came after the card had received the same money, for example when a group fails
 * after its member's refund. The money goes either to the wallet or to the card. The caller has locked the shopper's
 * row and just made the credit.
 */
export async function collectFrom(tx: Queryable, userId: string): Promise<void> {
  for (const due of await findCollectableOf(tx, userId)) {
    const kept = await lockReversal(tx, due);
    if (kept?.status === 'taken') await collect(tx, kept);
  }
}

const COLLECTED_AT_ONCE = 100;

/**
 * Collects from wallets whose money came another way: by leaving a group, a late payment, or a freed hold. It checks
 * only wallets that received money since the last complete run.
 */
export async function collectReversals({ db }: Pick<VerifyDeps, 'db'>): Promise<void> {
  const shoppers = keepApart('some wallets could not give what a card had got');
  const { now, since } = await findCollectingMark(db);
  const found = await findCollectableSince(db, since, COLLECTED_AT_ONCE);
  for (const { userId } of found) {
    await shoppers.run(() =>
      db.transaction(async (tx) => {
        await lockEvenDeleted(tx, userId);
        await collectFrom(tx, userId);
      }),
    );
  }
  shoppers.end();
  if (found.length < COLLECTED_AT_ONCE) await setCollectingMark(db, now);
}
