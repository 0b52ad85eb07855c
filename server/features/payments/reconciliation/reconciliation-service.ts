import type { ProviderTransaction } from '../../../provider/provider.ts';
import { fetchAndRecordReversals, type UnrecordedProviderListRow } from '../reversals/reversals.ts';
import { type PaymentVerificationDeps, settleVerifiedTransaction } from '../settle/verify-service.ts';
import { addDaysToIsoDate } from './add-days.ts';
import { fetchAllProviderListRows } from './provider-list-rows.ts';
import {
  closeSettledReconciliationItems,
  findSettledTransactionsSeenOnDay,
  findStoredProviderTransactions,
  findTransactionIdsToReconcileAgain,
  finishReconciliationRun,
  insertReconciliationItem,
  type ReconciliationItem,
  type StoredProviderTransaction,
  startReconciliationRun,
  sumKoboReceivedFromProvider,
} from './reconciliation-repository.ts';
import { fetchAndRecordSettlements } from './settlements.ts';

export interface ReconciliationTotals {
  listed: number;
  /** Number of successful transactions that no webhook, return or poll had reported; this run has settled them. */
  settledNow: number;
  items: number;
}

/** Number of past days whose reversals each run reads again, because a dispute may take that long. */
const REVERSAL_DAYS = 120;
/** Number of past days whose payouts each run reads again, because a payout begins days before the provider pays it. */
const SETTLEMENT_DAYS = 30;

/**
 * Compares the provider's list of a day with the shop's records, and settles successes that the shop had not seen. The
 * rest becomes items for the operator.
 * @param day `YYYY-MM-DD` in Lagos.
 * @throws when the list is incomplete, because its gaps would be reported as missing.
 * @source jobs.md, recon-daily
 */
export async function reconcilePayments(
  deps: PaymentVerificationDeps,
  day: string,
): Promise<ReconciliationTotals> {
  const [fromDay, toDay] = [addDaysToIsoDate(day, -1), addDaysToIsoDate(day, 1)];
  const { rows, unreadable } = await fetchAllProviderListRows((page) =>
    deps.provider.list({ fromDay, toDay, page }),
  );
  const runId = await startReconciliationRun(deps.db, day);
  const successes = rows.filter((one) => one.status === 'successful');
  // Successful transactions that earlier runs could not settle are included, because no later list contains them.
  const ids = new Set([
    ...(await findTransactionIdsToReconcileAgain(deps.db)),
    ...successes.map((one) => one.id),
  ]);
  const { settledNow, failures } = await settleMissed(deps, [...ids]);
  const back = await fetchAndRecordReversals(deps, addDaysToIsoDate(day, -REVERSAL_DAYS), toDay);
  const payouts = await fetchAndRecordSettlements(deps, addDaysToIsoDate(day, -SETTLEMENT_DAYS), toDay);
  const items = [
    ...payouts.items,
    ...[...back.failures, ...payouts.failures].map(notBooked),
    ...[...unreadable, ...back.unreadable, ...payouts.unreadable].map((name) => unreadableRow(day, name)),
    ...(await compareListed(deps, successes, failures)),
    ...(await compareOurs(deps, day, [...successes.map((one) => one.id), ...unreadable])),
    ...(await compareAccount(deps, day)),
  ];
  for (const item of items) await insertReconciliationItem(deps.db, runId, day, item);
  await closeSettledReconciliationItems(deps.db);
  const totals = { listed: successes.length, settledNow, items: items.length + back.troubles.length };
  await finishReconciliationRun(deps.db, runId, totals);
  return totals;
}

/**
 * Makes an operator's item of an unreadable row of the provider's list. `name` is the row's id, reference or position.
 */
function unreadableRow(day: string, name: string): ReconciliationItem {
  const reference = name.includes('row ') ? `${day} ${name}` : name;
  return { kind: 'unreadable', reference, ours: null, theirs: null };
}

/** Describes a reversal or payout that could not be recorded in the ledger. Later runs try again. */
function notBooked({ kind, id, theirs, error }: UnrecordedProviderListRow): ReconciliationItem {
  const note = error instanceof Error ? error.message : String(error);
  return { kind: 'not_booked', reference: `${kind}:${id}`, ours: null, theirs, note };
}

interface Settled {
  settledNow: number;
  /** Why transactions could not be settled, by transaction id. */
  failures: Map<string, string>;
}

async function settleMissed(deps: PaymentVerificationDeps, ids: string[]): Promise<Settled> {
  const known = await findStoredProviderTransactions(deps.db, ids);
  const failures = new Map<string, string>();
  let settledNow = 0;
  for (const id of ids) {
    if (known.get(id)?.outcome) continue;
    // The provider's list may be slightly outdated, so the transaction is queried again before it is settled.
    const found = await deps.provider.verifyById(id);
    if (!found.ok) failures.set(id, found.reason);
    if (!found.ok || !found.transaction) continue;
    try {
      await settleVerifiedTransaction(deps, found.transaction);
      settledNow += 1;
    } catch (error) {
      failures.set(id, error instanceof Error ? error.message : String(error));
    }
  }
  return { settledNow, failures };
}

async function compareListed(
  deps: PaymentVerificationDeps,
  successes: ProviderTransaction[],
  failures: Settled['failures'],
): Promise<ReconciliationItem[]> {
  const known = await findStoredProviderTransactions(
    deps.db,
    successes.map((one) => one.id),
  );
  return successes.flatMap((theirs): ReconciliationItem[] => {
    const ours = known.get(theirs.id);
    if (ours?.outcome) return compareAmount(ours, theirs);
    const note = failures.get(theirs.id);
    return [{ kind: 'not_settled', reference: theirs.id, ours: ours ?? null, theirs, note }];
  });
}

async function compareOurs(
  deps: PaymentVerificationDeps,
  day: string,
  listed: readonly string[],
): Promise<ReconciliationItem[]> {
  const listedIds = new Set(listed);
  const items: ReconciliationItem[] = [];
  for (const ours of await findSettledTransactionsSeenOnDay(deps.db, day)) {
    if (listedIds.has(ours.id)) continue;
    // A transaction that began days before it was settled is in another day's list, so it is queried by id.
    const found = await deps.provider.verifyById(ours.id);
    const theirs = found.ok ? found.transaction : null;
    if (!found.ok) {
      items.push({ kind: 'not_verified', reference: ours.id, ours, theirs, note: found.reason });
    } else if (theirs?.status === 'successful') items.push(...compareAmount(ours, theirs));
    else items.push({ kind: 'missing_at_provider', reference: ours.id, ours, theirs });
  }
  return items;
}

function compareAmount(ours: StoredProviderTransaction, theirs: ProviderTransaction): ReconciliationItem[] {
  const isSame = ours.amountKobo === theirs.amountKobo && ours.reference === theirs.reference;
  return isSame ? [] : [{ kind: 'amount_differs', reference: theirs.id, ours, theirs }];
}

async function compareAccount(deps: PaymentVerificationDeps, day: string): Promise<ReconciliationItem[]> {
  const { ledgerKobo, settledKobo } = await sumKoboReceivedFromProvider(
    deps.db,
    deps.provider.accountCode,
    day,
  );
  if (ledgerKobo === settledKobo) return [];
  return [{ kind: 'provider_account', reference: day, ours: { ledgerKobo }, theirs: { settledKobo } }];
}
