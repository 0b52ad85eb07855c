import { randomUUID } from 'node:crypto';
import type { Database } from '../../../server/db/database.ts';
import { deleteAccount } from '../../../server/features/auth/account/account-deletion.ts';
import { editProduct } from '../../../server/features/catalogue/product-edit.ts';
import {
  syncGroupStageWithBatches,
  undoBatchStageChange,
} from '../../../server/features/fulfilment/batch-service.ts';
import { handOutOrder } from '../../../server/features/fulfilment/collect-service.ts';
import {
  failExpiredGroup,
  moveGroupToRefunded,
  moveGroupToSecured,
} from '../../../server/features/groups/group-moves.ts';
import { createGroupServiceForOperators } from '../../../server/features/groups/group-operator-service.ts';
import {
  refundLineOfFailedGroup,
  refundOrderLine,
} from '../../../server/features/groups/group-refund-service.ts';
import { createGroupsService } from '../../../server/features/groups/groups-service.ts';
import { requestCardRefund } from '../../../server/features/payments/card-refunds/card-refunds.ts';
import type { PaymentRecord } from '../../../server/features/payments/payment-record.ts';
import {
  debitWalletForReversals,
  recordReversalInLedger,
} from '../../../server/features/payments/reversals/reversals.ts';
import { endExpiredPaymentAttempt } from '../../../server/features/payments/settle/expire-payment.ts';
import {
  settlePayment,
  type TransactionWithLedgerAccount,
} from '../../../server/features/payments/settle/settle-repository.ts';
import type { PaymentVerificationDeps } from '../../../server/features/payments/settle/verify-service.ts';
import { creditGoodwillToWallet } from '../../../server/features/wallet/goodwill.ts';
import { DomainError } from '../../../server/http/errors/error-handler.ts';
import { runShopperTransaction } from '../../../server/http/sessions/shopper-transaction.ts';
import { UNLIMITED_SYSTEM_ACTOR } from '../../../server/ledger/amount-approval.ts';
import type { OperatorActionContext } from '../../../server/ops/action.ts';
import { orderLineRefundAction } from '../../../server/ops/actions/money/item-refund.ts';
import { approveProposal } from '../../../server/ops/approvals/decide.ts';
import { createSandboxProviderClient, UNREACHABLE_URL } from '../../support/card-provider.ts';
import { WINDOW } from '../support/with-money.ts';

/** One operation on the money, made through the shop's own services. */
export type Operation = (db: Database) => Promise<unknown>;

/** An order with one line in a group. */
export interface Line {
  userId: string;
  sessionId: string;
  trackingNumber: string;
  code: string;
  itemId: number;
  groupId: string;
  payment: PaymentRecord;
  transaction: TransactionWithLedgerAccount;
}

const act = () => ({
  ...UNLIMITED_SYSTEM_ACTOR,
  actor: 'operator:ada',
  approvedBy: null,
  reason: 'test',
  key: randomUUID(),
});
const provider = createSandboxProviderClient(UNREACHABLE_URL);
const notNeeded = undefined as never;
const groups = createGroupsService({
  windowHours: () => WINDOW.windowHours,
  cart: notNeeded,
  now: notNeeded,
});

export const settling =
  ({ reference }: PaymentRecord, transaction: TransactionWithLedgerAccount): Operation =>
  (db) =>
    settlePayment(db, reference, transaction, WINDOW);

export const expiring =
  ({ reference }: PaymentRecord): Operation =>
  (db) =>
    endExpiredPaymentAttempt(db, { reference, isOverdue: true }, { ok: true, transaction: null });

export const leaving =
  ({ userId, sessionId, groupId }: Line): Operation =>
  (db) =>
    runShopperTransaction(db, { id: userId, sessionId }, (tx) =>
      groups.leave(tx, userId, groupId, async () => undefined),
    );

export const takingLess =
  ({ userId, sessionId, groupId, trackingNumber }: Line, quantity: number): Operation =>
  (db) =>
    runShopperTransaction(db, { id: userId, sessionId }, (tx) =>
      groups.takeLess(
        tx,
        userId,
        { groupId, trackingNumber, lineNumber: 1, quantity },
        async () => undefined,
      ),
    );

export const refunding =
  ({ trackingNumber }: Line, amountKobo: number | null = null): Operation =>
  (db) =>
    refundOrderLine(db, { trackingNumber, lineNo: 1 }, amountKobo, act(), {
      goesTo: 'wallet',
      run: debitWalletForReversals,
    });

export const approving =
  (proposalId: number): Operation =>
  (db) => {
    const context = {
      db,
      actor: 'operator:bisi',
      approvedBy: null,
      key: null,
      secrets: { hmacKey: Buffer.from('k') },
    };
    return approveProposal(
      context as unknown as OperatorActionContext,
      proposalId,
      () => orderLineRefundAction,
    );
  };

export const closing =
  (groupId: string): Operation =>
  (db) =>
    db.transaction((tx) => failExpiredGroup(tx, groupId));

export const securing =
  (groupId: string): Operation =>
  (db) =>
    db.transaction((tx) => moveGroupToSecured(tx, groupId));

/** An operator puts a group into review and ends the review by failing the group. */
export const failing =
  (groupId: string): Operation =>
  async (db) => {
    const operator = createGroupServiceForOperators({ db, updateGroupStage: syncGroupStageWithBatches });
    await operator.review(groupId, act());
    await operator.fail(groupId, act());
  };

export const payingBack =
  ({ itemId, userId }: Line): Operation =>
  (db) =>
    refundLineOfFailedGroup(db, { id: itemId, userId }, debitWalletForReversals);

export const endingRefunds =
  (groupId: string): Operation =>
  (db) =>
    db.transaction((tx) => moveGroupToRefunded(tx, groupId));

/** The shop learns of a refund or a chargeback of a payment from the provider's list. */
export const reversing =
  ({ transaction }: Line, kind: 'refund' | 'chargeback' = 'refund', id = randomUUID()): Operation =>
  (db) => {
    const listed = { kind, id, transactionId: transaction.id, amountKobo: transaction.amountKobo };
    return recordReversalInLedger({ db, provider } as PaymentVerificationDeps, {
      ...listed,
      status: 'taken',
    });
  };

export const refundingToCard =
  ({ payment }: Line): Operation =>
  (db) =>
    db.transaction((tx) =>
      requestCardRefund(tx, { ...act(), reference: payment.reference, amountKobo: null }),
    );

export const givingGoodwill =
  (userId: string): Operation =>
  (db) =>
    creditGoodwillToWallet(db, userId, 500, act());

export const deleting =
  ({ userId, sessionId }: Pick<Line, 'userId' | 'sessionId'>): Operation =>
  (db) =>
    deleteAccount(
      { db, hasher: { hash: notNeeded, verify: async () => true }, record: async () => undefined },
      { id: userId, sessionId },
      { password: 'x', giveUpWallet: true },
      async () => undefined,
    );

export const handingOut =
  ({ trackingNumber, code }: Line): Operation =>
  (db) =>
    handOutOrder(
      db,
      { trackingNumber, code, lines: null, handedOutAt: null },
      { actor: 'operator:ada', key: null },
    );

/** An operator lowers the units that one person may buy in a group. */
export const limiting =
  (slug: string, maxUnitsPerPerson: number): Operation =>
  (db) =>
    editProduct(db, slug, { maxUnitsPerPerson }, { actor: 'operator:ada', key: null, isDryRun: false });

/** An operator reverses the move that brought the goods to the counter. */
export const takingBack =
  (moveId: string): Operation =>
  async (db) => {
    const back = await undoBatchStageChange(db, moveId, { actor: 'operator:ada', reason: 'test' });
    if (back.length === 0) throw new DomainError('bad_request');
  };
