import type { ProviderTransaction } from '../../payments/provider.ts';
import {
  findKnownTransactions,
  findSettledOn,
  finishReconRun,
  insertReconItem,
  type KnownTransaction,
  type ReconItem,
  startReconRun,
  sumReceived,
} from './recon-repository.ts';
import { settleTransaction, type VerifyDeps } from './verify-service.ts';

export interface ReconTotals {
  /** Successes in the provider's list. */
  listed: number;
  /** Those of them that nothing of ours had seen, settled now. */
  settledNow: number;
  items: number;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Compares the provider's list with our books, both ways. A listed success that we never heard of is settled; what
 * cannot be explained becomes an item for the operator, due in 24 h.
 *
 * @param day `YYYY-MM-DD` in Lagos. The list is read a day wider on both sides: its days are not ours.
 * @throws when the list cannot be read whole: a run on half a list would accuse the other half.
 * @source domain.md section 12, recon-daily
 */
export async function reconcileDay(deps: VerifyDeps, day: string): Promise<ReconTotals> {
  const listed = await readList(deps, day);
  const runId = await startReconRun(deps.db, day);
  const successes = listed.filter((one) => one.status === 'successful');
  const settledNow = await settleMissed(deps, successes);
  const items = [
    ...(await compareListed(deps, successes)),
    ...(await compareOurs(deps, day, successes)),
    ...(await compareAccount(deps, day)),
  ];
  for (const item of items) await insertReconItem(deps.db, runId, day, item);
  const totals = { listed: successes.length, settledNow, items: items.length };
  await finishReconRun(deps.db, runId, totals);
  return totals;
}

async function readList(deps: VerifyDeps, day: string): Promise<ProviderTransaction[]> {
  const fromDay = shiftDay(day, -1);
  const toDay = shiftDay(day, 1);
  const all: ProviderTransaction[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const answer = await deps.provider.list({ fromDay, toDay, page });
    if (!answer.ok) throw new Error(answer.reason);
    all.push(...answer.transactions);
    totalPages = answer.totalPages;
  }
  return all;
}

function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);
}

async function settleMissed(deps: VerifyDeps, successes: ProviderTransaction[]): Promise<number> {
  const known = await findKnownTransactions(
    deps.db,
    successes.map((one) => one.id),
  );
  let settled = 0;
  for (const one of successes) {
    if (known.get(one.id)?.outcome) continue;
    // The list may be a moment old; the transaction itself is asked once more before money moves.
    const found = await deps.provider.verifyById(one.id);
    if (!found.ok || !found.transaction) continue;
    await settleTransaction(deps, found.transaction);
    settled += 1;
  }
  return settled;
}

async function compareListed(deps: VerifyDeps, successes: ProviderTransaction[]): Promise<ReconItem[]> {
  const known = await findKnownTransactions(
    deps.db,
    successes.map((one) => one.id),
  );
  return successes.flatMap((theirs): ReconItem[] => {
    const ours = known.get(theirs.id);
    if (ours?.outcome) return compareAmount(ours, theirs);
    return [{ kind: 'not_settled', reference: String(theirs.id), ours: ours ?? null, theirs }];
  });
}

async function compareOurs(
  deps: VerifyDeps,
  day: string,
  successes: ProviderTransaction[],
): Promise<ReconItem[]> {
  const listedIds = new Set(successes.map((one) => one.id));
  const items: ReconItem[] = [];
  for (const ours of await findSettledOn(deps.db, day)) {
    if (listedIds.has(ours.id)) continue;
    // One that was begun days before we saw it stands in the list of another day.
    const found = await deps.provider.verifyById(ours.id);
    if (!found.ok) throw new Error(found.reason);
    const theirs = found.transaction;
    if (theirs?.status === 'successful') items.push(...compareAmount(ours, theirs));
    else items.push({ kind: 'missing_at_provider', reference: String(ours.id), ours, theirs });
  }
  return items;
}

function compareAmount(ours: KnownTransaction, theirs: ProviderTransaction): ReconItem[] {
  const isSame = ours.amountKobo === theirs.amountKobo && ours.reference === theirs.reference;
  return isSame ? [] : [{ kind: 'amount_differs', reference: String(theirs.id), ours, theirs }];
}

async function compareAccount(deps: VerifyDeps, day: string): Promise<ReconItem[]> {
  const { ledgerKobo, settledKobo } = await sumReceived(deps.db);
  if (ledgerKobo === settledKobo) return [];
  return [{ kind: 'provider_account', reference: day, ours: { ledgerKobo }, theirs: { settledKobo } }];
}
