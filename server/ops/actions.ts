import { getAuditActionName, type OperatorAction } from './action.ts';
import { createActionProposalApproveAction } from './actions/approvals/approval-agree.ts';
import { createActionProposalDeclineAction } from './actions/approvals/approval-decline.ts';
import { createActionProposalListAction } from './actions/approvals/approval-list.ts';
import { batchStageAdvanceAction } from './actions/fulfilment/batch-move.ts';
import { batchStageChangeListAction } from './actions/fulfilment/batch-moves.ts';
import { batchStageUndoAction } from './actions/fulfilment/batch-undo.ts';
import { centreDeactivateAction } from './actions/fulfilment/centre-deactivate.ts';
import { centreAddAction, centreEditAction } from './actions/fulfilment/centre-edit.ts';
import { centreImportAction } from './actions/fulfilment/centre-import.ts';
import { centreListAction } from './actions/fulfilment/centre-list.ts';
import { orderLinesHandOutAction } from './actions/fulfilment/item-collect.ts';
import { handOutWithoutValidCodeResolveAction } from './actions/fulfilment/item-resolve.ts';
import { pickupCodeUnlockAction } from './actions/fulfilment/item-unlock.ts';
import { handOutWithoutValidCodeListAction } from './actions/fulfilment/item-unproven.ts';
import { goodsToBuyListAction } from './actions/fulfilment/pickup-buy.ts';
import { uncollectedGoodsListAction } from './actions/fulfilment/pickup-list.ts';
import { pickupWhatsappLinksAction } from './actions/fulfilment/pickup-notify.ts';
import { goodsToPackListAction } from './actions/fulfilment/pickup-pack.ts';
import { goodsNeededAtCentreShowAction } from './actions/fulfilment/pickup-plan.ts';
import { pickupMessageMarkSentAction } from './actions/fulfilment/pickup-written.ts';
import { groupListAction } from './actions/groups/group-list.ts';
import {
  groupFailAction,
  groupResumeAction,
  groupReviewAction,
  groupSecureAction,
} from './actions/groups/group-move.ts';
import { groupShowAction } from './actions/groups/group-show.ts';
import { dailyMoneyAndHandOutsAction } from './actions/money/daily-sheet.ts';
import { invariantsCheckAction } from './actions/money/invariants.ts';
import { orderLineRefundAction } from './actions/money/item-refund.ts';
import { paymentSettleAgainAction, paymentVerifyAction } from './actions/money/payment-settle.ts';
import { paymentShowAction } from './actions/money/payment-show.ts';
import { ledgerPostingsExportAction } from './actions/money/postings-export.ts';
import { reconciliationItemListAction } from './actions/money/recon-list.ts';
import { reconciliationItemResolveAction } from './actions/money/recon-resolve.ts';
import { reconciliationRunAction } from './actions/money/recon-run.ts';
import { cardRefundAction } from './actions/money/refund-card.ts';
import { groupCardRefundAction } from './actions/money/refund-group.ts';
import { bookkeepingReportAction } from './actions/money/report.ts';
import { walletGoodwillCreditAction } from './actions/money/wallet-goodwill.ts';
import { productImageAddAction } from './actions/products/picture-add.ts';
import { productBulkEditAction } from './actions/products/product-change.ts';
import { productAddAction, productEditAction } from './actions/products/product-edit.ts';
import { productExportAction } from './actions/products/product-export.ts';
import { productImportAction } from './actions/products/product-import.ts';
import { productListAction } from './actions/products/product-list.ts';
import { productShowAction } from './actions/products/product-show.ts';
import { productActivateAction, productDeactivateAction } from './actions/products/product-switch.ts';
import { reviewAnswerAction, reviewHideAction, reviewUnhideAction } from './actions/reviews/review-judge.ts';
import { reviewListAction } from './actions/reviews/review-list.ts';
import { backupCreateAction } from './actions/shop/backup.ts';
import { dataBreachListAction } from './actions/shop/breach-list.ts';
import { dataBreachRecordAction } from './actions/shop/breach-record.ts';
import { dataBreachMarkNotifiedAction } from './actions/shop/breach-told.ts';
import { marketingClaimsModeSetAction } from './actions/shop/claims.ts';
import { shopClockAdvanceAction } from './actions/shop/clock-advance.ts';
import { demoSeedAction } from './actions/shop/demo-seed.ts';
import { operatorAddAction } from './actions/shop/operator-add.ts';
import { operatorEditAction } from './actions/shop/operator-edit.ts';
import { operatorListAction } from './actions/shop/operator-list.ts';
import { operatorRemoveAction } from './actions/shop/operator-remove.ts';
import { operatorSecretResetAction } from './actions/shop/operator-reset.ts';
import { backupRestoreAction } from './actions/shop/restore.ts';
import { serverSecretsRotateAction } from './actions/shop/secrets-rotate.ts';
import { shopSettingListAction } from './actions/shop/setting-list.ts';
import { shopSettingSetAction } from './actions/shop/setting-set.ts';
import { accountRecoveryApproveAction } from './actions/shoppers/recovery-approve.ts';
import { accountRecoveryListAction } from './actions/shoppers/recovery-list.ts';
import { accountRecoveryRejectAction } from './actions/shoppers/recovery-reject.ts';
import { referralAcceptAction, referralBlockAction } from './actions/shoppers/referral-judge.ts';
import { referralListAction } from './actions/shoppers/referral-list.ts';
import { userSecurityEventsAction } from './actions/shoppers/user-events.ts';
import { userExportAction } from './actions/shoppers/user-export.ts';
import { userReleasePhoneAction } from './actions/shoppers/user-free-phone.ts';
import { userHistoryAction } from './actions/shoppers/user-history.ts';
import { userListAction } from './actions/shoppers/user-list.ts';
import { userListExportAction } from './actions/shoppers/user-list-export.ts';
import { userLockAction, userUnlockAction } from './actions/shoppers/user-lock.ts';
import { userNoteAddAction } from './actions/shoppers/user-note.ts';
import { userShowAction } from './actions/shoppers/user-show.ts';
import { alarmHistoryAction } from './actions/work/alarm-history.ts';
import { alarmListAction } from './actions/work/alarm-list.ts';
import { createAuditLogListAction } from './actions/work/audit.ts';
import { globalSearchAction } from './actions/work/find.ts';
import { jobListAction } from './actions/work/job-list.ts';
import { jobRunAction } from './actions/work/job-run.ts';
import { orderExportAction } from './actions/work/order-export.ts';
import { orderListAction } from './actions/work/order-list.ts';
import { orderShowAction } from './actions/work/order-show.ts';
import { outboxSummaryAction } from './actions/work/outbox.ts';
import { deadOutboxRowCloseAction } from './actions/work/outbox-close.ts';
import { deadOutboxRowListAction } from './actions/work/outbox-dead.ts';
import { deadOutboxRowRetryAction } from './actions/work/outbox-revive.ts';
import { todayOverviewAction } from './actions/work/today.ts';

const ACTIONS: readonly OperatorAction[] = [
  todayOverviewAction,
  createActionProposalListAction(requireAction),
  createActionProposalApproveAction(requireAction),
  createActionProposalDeclineAction(requireAction),
  globalSearchAction,
  orderListAction,
  orderExportAction,
  orderShowAction,
  productImportAction,
  productListAction,
  productShowAction,
  productExportAction,
  productAddAction,
  productEditAction,
  productBulkEditAction,
  productImageAddAction,
  productActivateAction,
  productDeactivateAction,
  centreImportAction,
  centreListAction,
  centreAddAction,
  centreEditAction,
  centreDeactivateAction,
  groupListAction,
  groupShowAction,
  groupReviewAction,
  groupResumeAction,
  groupSecureAction,
  groupFailAction,
  batchStageAdvanceAction,
  batchStageChangeListAction,
  batchStageUndoAction,
  orderLinesHandOutAction,
  handOutWithoutValidCodeListAction,
  handOutWithoutValidCodeResolveAction,
  pickupCodeUnlockAction,
  orderLineRefundAction,
  goodsToBuyListAction,
  goodsToPackListAction,
  goodsNeededAtCentreShowAction,
  uncollectedGoodsListAction,
  pickupWhatsappLinksAction,
  pickupMessageMarkSentAction,
  paymentShowAction,
  paymentVerifyAction,
  paymentSettleAgainAction,
  walletGoodwillCreditAction,
  cardRefundAction,
  groupCardRefundAction,
  reconciliationRunAction,
  reconciliationItemListAction,
  reconciliationItemResolveAction,
  bookkeepingReportAction,
  ledgerPostingsExportAction,
  dailyMoneyAndHandOutsAction,
  userListAction,
  userListExportAction,
  userShowAction,
  userHistoryAction,
  userNoteAddAction,
  userLockAction,
  userUnlockAction,
  userReleasePhoneAction,
  userSecurityEventsAction,
  userExportAction,
  accountRecoveryListAction,
  accountRecoveryApproveAction,
  accountRecoveryRejectAction,
  referralListAction,
  referralAcceptAction,
  referralBlockAction,
  reviewListAction,
  reviewAnswerAction,
  reviewHideAction,
  reviewUnhideAction,
  dataBreachRecordAction,
  dataBreachMarkNotifiedAction,
  dataBreachListAction,
  alarmListAction,
  alarmHistoryAction,
  jobListAction,
  jobRunAction,
  outboxSummaryAction,
  deadOutboxRowListAction,
  deadOutboxRowRetryAction,
  deadOutboxRowCloseAction,
  operatorAddAction,
  operatorEditAction,
  operatorListAction,
  operatorSecretResetAction,
  operatorRemoveAction,
  invariantsCheckAction,
  shopClockAdvanceAction,
  demoSeedAction,
  serverSecretsRotateAction,
  createAuditLogListAction(() => ACTIONS.filter(({ key }) => !key).map(getAuditActionName)),
  shopSettingListAction,
  shopSettingSetAction,
  marketingClaimsModeSetAction,
  backupCreateAction,
  backupRestoreAction,
];

/** Lists all actions in the order of the help text. */
export function listOperatorActions(): readonly OperatorAction[] {
  return ACTIONS;
}

/** @throws {Error} for an unknown name, for example one that another release stored. */
function requireAction(name: string): OperatorAction {
  const action = ACTIONS.find((one) => one.name === name);
  if (!action) throw new Error(`there is no action ${name}`);
  return action;
}
