import { type Static, Type } from 'typebox';
import { opsResolveReconciliationItem } from '#contract/ops/money-endpoints.ts';
import { nairaToKobo } from '#contract/rules/money/kobo.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import {
  OpsMoneyActionReply,
  OpsReconciliationItemParams,
  OpsResolveReconciliationItemBody,
} from '#contract/schemas/ops/money.ts';
import type { Queryable } from '../../../db/database.ts';
import { findUserById } from '../../../features/auth/user-repository.ts';
import {
  findReconciliationItemStatus,
  resolveReconciliationItem,
} from '../../../features/payments/reconciliation/reconciliation-items-repository.ts';
import {
  creditUnallocatedMoneyToWallet,
  getKoboToCompareWithApprovalLimit,
  recordUnallocatedMoneyRefund,
} from '../../../features/payments/unallocated/unallocated-money.ts';
import { findUnallocatedMoney } from '../../../features/payments/unallocated/unallocated-money-repository.ts';
import {
  ActionRefusedError,
  type ActionResult,
  defineAction,
  defineConsoleEndpoint,
  type OperatorActionContext,
  writeActionAuditRow,
} from '../../action.ts';
import { createDryRunResult } from '../../dry-run-result.ts';
import { createAmountApprovalCheck, needsApprovalOfAmount } from '../../operators.ts';
import { formatKoboAsNaira, formatWalletNotification } from '../../refund-preview.ts';
import { requireShopperByEmail } from '../../shoppers.ts';

export const reconciliationItemResolveAction = defineAction({
  name: 'recon resolve',
  summary:
    'Resolve a reconciliation item. Unallocated money goes with it: to a wallet, or back at the provider.',
  roles: ['finance'],
  key: 'given',
  movesMoney: true,
  body: Type.Object({
    ...OpsReconciliationItemParams.properties,
    ...OpsResolveReconciliationItemBody.properties,
  }),
  positionals: ['item'],
  console: defineConsoleEndpoint(opsResolveReconciliationItem, OpsMoneyActionReply),
  async run(context, body) {
    const { reason, dryRun } = body;
    const id = Number(body.item);
    const transfer = await findSuspenseTransfer(context, id, body);
    if (dryRun) return planResolve(context, id, transfer);
    await context.db.transaction(async (tx) => {
      const status = await findReconciliationItemStatus(tx, id);
      if (transfer) await bookSuspenseTransfer(tx, transfer, context);
      const isClosed = await resolveReconciliationItem(tx, id, reason, { evenResolved: transfer !== null });
      if (!isClosed) throw new ActionRefusedError('There is no such open item.');
      const after = { status: 'resolved', ...transfer?.moved, approvedBy: context.approvedBy };
      await writeActionAuditRow(tx, context, {
        target: `recon:${id}`,
        reason,
        before: { status },
        after,
      });
    });
    const { released = 0, returned = 0 } = transfer?.moved ?? {};
    const moved = released > 0 ? ` ${formatNaira(released)} are in the wallet.` : '';
    return {
      data: { id, status: 'resolved', released, returned },
      text: `Item ${id} is resolved.${moved}`,
    };
  },
});

/** A planned move of an item's unallocated money out of the suspense account. */
interface SuspenseTransfer {
  transactionId: string;
  /** Id of the shopper whose wallet is credited; null: the money is refunded at the provider. */
  userId: string | null;
  /**
   * What was moved, for the audit log. `released` is in naira, rounded up like wallet credits; `returned` is in its own
   * currency.
   */
  moved: { released?: number; to?: string; returned?: number; currency?: string };
  /** Value of the money in naira, for the approval limit; infinite for another currency, whose rate is unknown. */
  worthNaira: number;
}

async function planResolve(
  context: OperatorActionContext,
  id: number,
  transfer: SuspenseTransfer | null,
): Promise<ActionResult> {
  const status = await findReconciliationItemStatus(context.db, id);
  // A resolved item whose money is still unallocated can be resolved again, because otherwise its money could never be
  // moved.
  if (status === undefined || (status !== 'open' && !transfer))
    throw new ActionRefusedError('There is no such open item.');
  const { released = 0, returned = 0, currency = 'NGN' } = transfer?.moved ?? {};
  const user = transfer?.userId ? await findUserById(context.db, transfer.userId) : null;
  const shopper = user?.name ?? 'a deleted account';
  const givenBack =
    currency === 'NGN' ? formatKoboAsNaira(Math.round(returned * 100)) : `${returned} ${currency}`;
  const says =
    released > 0
      ? [
          `${formatNaira(released)} goes into the wallet of ${shopper}.`,
          formatWalletNotification(shopper, 'review_release', nairaToKobo(released)),
        ]
      : returned > 0
        ? [`${givenBack} is recorded as refunded at the provider.`, 'No wallet changes.']
        : ['No money moves.'];
  const about = transfer?.userId ? { userId: transfer.userId, shopper } : {};
  const approval = transfer !== null && (await needsApprovalOfAmount(context, transfer.worthNaira));
  return createDryRunResult(
    { id, released, returned, currency, needsApproval: approval },
    { about, says: [...says, `Item ${id} is closed.`] },
  );
}

/**
 * Plans how an item's unallocated money leaves suspense.
 * @returns null for an item without such money.
 * @throws {ActionRefusedError} when the item cannot be resolved in this way.
 */
async function findSuspenseTransfer(
  { db }: OperatorActionContext,
  id: number,
  { way, email }: Static<typeof OpsResolveReconciliationItemBody>,
): Promise<SuspenseTransfer | null> {
  const unallocated = await findUnallocatedMoney(db, id);
  if (!unallocated) {
    if (way) throw new ActionRefusedError('This item has no unallocated money.');
    return null;
  }
  const { transactionId, amountKobo, currency } = unallocated;
  const worthNaira = getKoboToCompareWithApprovalLimit(unallocated) / 100;
  if (!way)
    throw new ActionRefusedError(
      `${amountKobo / 100} ${currency} are unallocated under this item: give them to a wallet with --way release, or use --way returned if they were refunded at the provider.`,
    );
  if (way === 'returned')
    return { transactionId, userId: null, moved: { returned: amountKobo / 100, currency }, worthNaira };
  if (currency !== 'NGN')
    throw new ActionRefusedError(
      `It was paid in ${currency}: a wallet holds only naira. Refund it at the provider.`,
    );
  const userId = email ? (await requireShopperByEmail(db, email)).id : unallocated.payerId;
  if (unallocated.payerId !== null && userId !== unallocated.payerId)
    throw new ActionRefusedError(
      'Another shopper paid it: release it without --email, or use --way returned if it went back to the card.',
    );
  if (userId === null)
    throw new ActionRefusedError('We do not know who paid: name the shopper with --email.');
  return { transactionId, userId, moved: { released: worthNaira, to: userId }, worthNaira };
}

async function bookSuspenseTransfer(
  tx: Queryable,
  { transactionId, userId }: SuspenseTransfer,
  context: OperatorActionContext,
): Promise<void> {
  const mover = { actor: context.actor, requireAmountApproval: createAmountApprovalCheck(context) };
  const kobo =
    userId === null
      ? await recordUnallocatedMoneyRefund(tx, transactionId, mover)
      : await creditUnallocatedMoneyToWallet(tx, transactionId, userId, mover);
  if (kobo === null) throw new ActionRefusedError('The money has already left.');
}
