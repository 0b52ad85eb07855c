import { postToLedger } from '../../../ledger/ledger.ts';
import type { ProviderSettlement } from '../../../provider/provider.ts';
import type { UnrecordedProviderListRow } from '../reversals/reversals.ts';
import type { PaymentVerificationDeps } from '../settle/verify-service.ts';
import { fetchAllProviderListRows } from './provider-list-rows.ts';
import type { ReconciliationItem } from './reconciliation-repository.ts';
import { findStoredProviderSettlements, insertProviderSettlement } from './settlements-repository.ts';

/**
 * Records the provider's new payouts in the ledger: the net amount, which the bank receives, and the fees.
 * @returns items for the operator.
 * @throws when the list cannot be read.
 * @source money.md, postings
 */
export async function fetchAndRecordSettlements(
  deps: PaymentVerificationDeps,
  fromDay: string,
  toDay: string,
): Promise<{ items: ReconciliationItem[]; unreadable: string[]; failures: UnrecordedProviderListRow[] }> {
  const { rows, unreadable } = await fetchAllProviderListRows((page) =>
    deps.provider.listSettlements({ fromDay, toDay, page }),
  );
  const paid = rows.filter(({ isPaid }) => isPaid);
  const booked = await findStoredProviderSettlements(
    deps.db,
    paid.map(({ id }) => id),
  );
  const items: ReconciliationItem[] = [];
  const failures: UnrecordedProviderListRow[] = [];
  for (const settlement of paid) {
    const ours = booked.get(settlement.id);
    const note = trouble(settlement, ours);
    if (note)
      items.push({
        kind: 'settlement',
        reference: settlement.id,
        ours: ours ?? null,
        theirs: settlement,
        note,
      });
    if (ours || settlement.currency !== 'NGN') continue;
    await bookSettlement(deps, settlement).catch((error: unknown) => {
      failures.push({ kind: 'settlement', id: settlement.id, theirs: settlement, error });
    });
  }
  return { items, failures, unreadable: unreadable.map((name) => `settlement ${name}`) };
}

function trouble(
  theirs: ProviderSettlement,
  ours: Pick<ProviderSettlement, 'grossKobo' | 'feeKobo' | 'reversedKobo' | 'netKobo'> | undefined,
): string | null {
  const { currency, grossKobo, feeKobo, reversedKobo, netKobo } = theirs;
  if (currency !== 'NGN') return `paid out in ${currency}: not booked`;
  if (grossKobo - feeKobo - reversedKobo !== netKobo) return 'its figures do not add up';
  const isSame =
    !ours || (ours.netKobo === netKobo && ours.feeKobo === feeKobo && ours.reversedKobo === reversedKobo);
  return isSame ? null : 'other figures than when it was booked';
}

function bookSettlement(
  { db, provider }: PaymentVerificationDeps,
  settlement: ProviderSettlement,
): Promise<void> {
  const { id, netKobo, feeKobo } = settlement;
  const [account, fees] = [provider.accountCode, `fees:${provider.name}`];
  return db.transaction(async (tx) => {
    if (!(await insertProviderSettlement(tx, settlement, { account, fees }))) return;
    if (netKobo === 0 && feeKobo === 0) return;
    await postToLedger(tx, {
      kind: 'settlement',
      ref: id,
      description: `Payout ${id}`,
      actor: 'system',
      entries: [
        { account, amountKobo: netKobo + feeKobo },
        { account: 'bank', amountKobo: -netKobo },
        { account: fees, amountKobo: -feeKobo },
      ],
    });
  });
}
