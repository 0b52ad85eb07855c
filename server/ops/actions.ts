import type { Action } from './action.ts';
import { approvalAgreeAction } from './actions/approvals/approval-agree.ts';
import { approvalDeclineAction } from './actions/approvals/approval-decline.ts';
import { approvalListAction } from './actions/approvals/approval-list.ts';
import { batchMoveAction } from './actions/fulfilment/batch-move.ts';
import { batchMovesAction } from './actions/fulfilment/batch-moves.ts';
import { batchUndoAction } from './actions/fulfilment/batch-undo.ts';
import { centreDeactivateAction } from './actions/fulfilment/centre-deactivate.ts';
import { centreImportAction } from './actions/fulfilment/centre-import.ts';
import { centreListAction } from './actions/fulfilment/centre-list.ts';
import { itemCollectAction } from './actions/fulfilment/item-collect.ts';
import { itemResolveAction } from './actions/fulfilment/item-resolve.ts';
import { itemUnlockAction } from './actions/fulfilment/item-unlock.ts';
import { itemUnprovenAction } from './actions/fulfilment/item-unproven.ts';
import { pickupListAction } from './actions/fulfilment/pickup-list.ts';
import { pickupNotifyAction } from './actions/fulfilment/pickup-notify.ts';
import { pickupPlanAction } from './actions/fulfilment/pickup-plan.ts';
import { pickupWrittenAction } from './actions/fulfilment/pickup-written.ts';
import { groupListAction } from './actions/groups/group-list.ts';
import {
  groupFailAction,
  groupResumeAction,
  groupReviewAction,
  groupSecureAction,
} from './actions/groups/group-move.ts';
import { groupShowAction } from './actions/groups/group-show.ts';
import { invariantsAction } from './actions/money/invariants.ts';
import { itemRefundAction } from './actions/money/item-refund.ts';
import { paymentResettleAction, paymentVerifyAction } from './actions/money/payment-settle.ts';
import { paymentShowAction } from './actions/money/payment-show.ts';
import { reconListAction } from './actions/money/recon-list.ts';
import { reconResolveAction } from './actions/money/recon-resolve.ts';
import { reconRunAction } from './actions/money/recon-run.ts';
import { refundCardAction } from './actions/money/refund-card.ts';
import { refundGroupAction } from './actions/money/refund-group.ts';
import { reportAction } from './actions/money/report.ts';
import { walletGoodwillAction } from './actions/money/wallet-goodwill.ts';
import { pictureAddAction } from './actions/products/picture-add.ts';
import { productAddAction, productEditAction } from './actions/products/product-edit.ts';
import { productExportAction } from './actions/products/product-export.ts';
import { productImportAction } from './actions/products/product-import.ts';
import { productListAction } from './actions/products/product-list.ts';
import { productShowAction } from './actions/products/product-show.ts';
import { productActivateAction, productDeactivateAction } from './actions/products/product-switch.ts';
import { backupAction } from './actions/shop/backup.ts';
import { breachListAction } from './actions/shop/breach-list.ts';
import { breachRecordAction } from './actions/shop/breach-record.ts';
import { breachToldAction } from './actions/shop/breach-told.ts';
import { claimsAction } from './actions/shop/claims.ts';
import { clockAdvanceAction } from './actions/shop/clock-advance.ts';
import { demoSeedAction } from './actions/shop/demo-seed.ts';
import { operatorAddAction } from './actions/shop/operator-add.ts';
import { operatorListAction } from './actions/shop/operator-list.ts';
import { operatorRemoveAction } from './actions/shop/operator-remove.ts';
import { operatorResetAction } from './actions/shop/operator-reset.ts';
import { restoreAction } from './actions/shop/restore.ts';
import { secretsRotateAction } from './actions/shop/secrets-rotate.ts';
import { recoveryApproveAction } from './actions/shoppers/recovery-approve.ts';
import { recoveryListAction } from './actions/shoppers/recovery-list.ts';
import { recoveryRejectAction } from './actions/shoppers/recovery-reject.ts';
import { referralBlockAction, referralClearAction } from './actions/shoppers/referral-judge.ts';
import { referralListAction } from './actions/shoppers/referral-list.ts';
import { userEventsAction } from './actions/shoppers/user-events.ts';
import { userExportAction } from './actions/shoppers/user-export.ts';
import { userFreePhoneAction } from './actions/shoppers/user-free-phone.ts';
import { userHistoryAction } from './actions/shoppers/user-history.ts';
import { userLockAction, userUnlockAction } from './actions/shoppers/user-lock.ts';
import { userNoteAction } from './actions/shoppers/user-note.ts';
import { userShowAction } from './actions/shoppers/user-show.ts';
import { alarmHistoryAction } from './actions/work/alarm-history.ts';
import { alarmListAction } from './actions/work/alarm-list.ts';
import { auditAction } from './actions/work/audit.ts';
import { findAction } from './actions/work/find.ts';
import { jobListAction } from './actions/work/job-list.ts';
import { orderShowAction } from './actions/work/order-show.ts';
import { outboxAction } from './actions/work/outbox.ts';
import { outboxCloseAction } from './actions/work/outbox-close.ts';
import { outboxDeadAction } from './actions/work/outbox-dead.ts';
import { outboxReviveAction } from './actions/work/outbox-revive.ts';
import { todayAction } from './actions/work/today.ts';

const ACTIONS: readonly Action[] = [
  todayAction,
  approvalListAction(requireAction),
  approvalAgreeAction(requireAction),
  approvalDeclineAction(requireAction),
  findAction,
  orderShowAction,
  productImportAction,
  productListAction,
  productShowAction,
  productExportAction,
  productAddAction,
  productEditAction,
  pictureAddAction,
  productActivateAction,
  productDeactivateAction,
  centreImportAction,
  centreListAction,
  centreDeactivateAction,
  groupListAction,
  groupShowAction,
  groupReviewAction,
  groupResumeAction,
  groupSecureAction,
  groupFailAction,
  batchMoveAction,
  batchMovesAction,
  batchUndoAction,
  itemCollectAction,
  itemUnprovenAction,
  itemResolveAction,
  itemUnlockAction,
  itemRefundAction,
  pickupPlanAction,
  pickupListAction,
  pickupNotifyAction,
  pickupWrittenAction,
  paymentShowAction,
  paymentVerifyAction,
  paymentResettleAction,
  walletGoodwillAction,
  refundCardAction,
  refundGroupAction,
  reconRunAction,
  reconListAction,
  reconResolveAction,
  reportAction,
  userShowAction,
  userHistoryAction,
  userNoteAction,
  userLockAction,
  userUnlockAction,
  userFreePhoneAction,
  userEventsAction,
  userExportAction,
  recoveryListAction,
  recoveryApproveAction,
  recoveryRejectAction,
  referralListAction,
  referralClearAction,
  referralBlockAction,
  breachRecordAction,
  breachToldAction,
  breachListAction,
  alarmListAction,
  alarmHistoryAction,
  jobListAction,
  outboxAction,
  outboxDeadAction,
  outboxReviveAction,
  outboxCloseAction,
  operatorAddAction,
  operatorListAction,
  operatorResetAction,
  operatorRemoveAction,
  invariantsAction,
  clockAdvanceAction,
  demoSeedAction,
  secretsRotateAction,
  auditAction,
  claimsAction,
  backupAction,
  restoreAction,
];

/** Lists all actions in the order of the help text. */
export function listActions(): readonly Action[] {
  return ACTIONS;
}

/** @throws {Error} for an unknown name, for example one that another release stored. */
function requireAction(name: string): Action {
  const action = ACTIONS.find((one) => one.name === name);
  if (!action) throw new Error(`there is no action ${name}`);
  return action;
}
