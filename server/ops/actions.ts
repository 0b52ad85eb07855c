import type { Action } from './action.ts';
import { approvalAgree } from './actions/approvals/approval-agree.ts';
import { approvalDecline } from './actions/approvals/approval-decline.ts';
import { approvalList } from './actions/approvals/approval-list.ts';
import { batchMove } from './actions/fulfilment/batch-move.ts';
import { batchMoves } from './actions/fulfilment/batch-moves.ts';
import { batchUndo } from './actions/fulfilment/batch-undo.ts';
import { centreDeactivate } from './actions/fulfilment/centre-deactivate.ts';
import { centreImport } from './actions/fulfilment/centre-import.ts';
import { centreList } from './actions/fulfilment/centre-list.ts';
import { itemCollect } from './actions/fulfilment/item-collect.ts';
import { itemResolve } from './actions/fulfilment/item-resolve.ts';
import { itemUnlock } from './actions/fulfilment/item-unlock.ts';
import { itemUnproven } from './actions/fulfilment/item-unproven.ts';
import { pickupList } from './actions/fulfilment/pickup-list.ts';
import { pickupNotify } from './actions/fulfilment/pickup-notify.ts';
import { pickupPlan } from './actions/fulfilment/pickup-plan.ts';
import { pickupWritten } from './actions/fulfilment/pickup-written.ts';
import { groupList } from './actions/groups/group-list.ts';
import { groupFail, groupResume, groupReview, groupSecure } from './actions/groups/group-move.ts';
import { groupShow } from './actions/groups/group-show.ts';
import { invariants } from './actions/money/invariants.ts';
import { itemRefund } from './actions/money/item-refund.ts';
import { paymentResettle, paymentVerify } from './actions/money/payment-settle.ts';
import { paymentShow } from './actions/money/payment-show.ts';
import { reconList } from './actions/money/recon-list.ts';
import { reconResolve } from './actions/money/recon-resolve.ts';
import { reconRun } from './actions/money/recon-run.ts';
import { refundCard } from './actions/money/refund-card.ts';
import { refundGroup } from './actions/money/refund-group.ts';
import { report } from './actions/money/report.ts';
import { walletGoodwill } from './actions/money/wallet-goodwill.ts';
import { pictureAdd } from './actions/products/picture-add.ts';
import { productAdd, productEdit } from './actions/products/product-edit.ts';
import { productExport } from './actions/products/product-export.ts';
import { productImport } from './actions/products/product-import.ts';
import { productList } from './actions/products/product-list.ts';
import { productShow } from './actions/products/product-show.ts';
import { productActivate, productDeactivate } from './actions/products/product-switch.ts';
import { backup } from './actions/shop/backup.ts';
import { breachList } from './actions/shop/breach-list.ts';
import { breachRecord } from './actions/shop/breach-record.ts';
import { breachTold } from './actions/shop/breach-told.ts';
import { claims } from './actions/shop/claims.ts';
import { clockAdvance } from './actions/shop/clock-advance.ts';
import { demoSeed } from './actions/shop/demo-seed.ts';
import { operatorAdd } from './actions/shop/operator-add.ts';
import { operatorList } from './actions/shop/operator-list.ts';
import { operatorRemove } from './actions/shop/operator-remove.ts';
import { operatorReset } from './actions/shop/operator-reset.ts';
import { restore } from './actions/shop/restore.ts';
import { secretsRotate } from './actions/shop/secrets-rotate.ts';
import { recoveryApprove } from './actions/shoppers/recovery-approve.ts';
import { recoveryList } from './actions/shoppers/recovery-list.ts';
import { recoveryReject } from './actions/shoppers/recovery-reject.ts';
import { referralBlock, referralClear } from './actions/shoppers/referral-judge.ts';
import { referralList } from './actions/shoppers/referral-list.ts';
import { userEvents } from './actions/shoppers/user-events.ts';
import { userExport } from './actions/shoppers/user-export.ts';
import { userFreePhone } from './actions/shoppers/user-free-phone.ts';
import { userHistory } from './actions/shoppers/user-history.ts';
import { userLock, userUnlock } from './actions/shoppers/user-lock.ts';
import { userNote } from './actions/shoppers/user-note.ts';
import { userShow } from './actions/shoppers/user-show.ts';
import { alarmHistory } from './actions/work/alarm-history.ts';
import { alarmList } from './actions/work/alarm-list.ts';
import { audit } from './actions/work/audit.ts';
import { find } from './actions/work/find.ts';
import { jobList } from './actions/work/job-list.ts';
import { orderShow } from './actions/work/order-show.ts';
import { outbox } from './actions/work/outbox.ts';
import { outboxClose } from './actions/work/outbox-close.ts';
import { outboxDead } from './actions/work/outbox-dead.ts';
import { outboxRevive } from './actions/work/outbox-revive.ts';
import { today } from './actions/work/today.ts';

const ACTIONS: readonly Action[] = [
  today,
  approvalList(requireAction),
  approvalAgree(requireAction),
  approvalDecline(requireAction),
  find,
  orderShow,
  productImport,
  productList,
  productShow,
  productExport,
  productAdd,
  productEdit,
  pictureAdd,
  productActivate,
  productDeactivate,
  centreImport,
  centreList,
  centreDeactivate,
  groupList,
  groupShow,
  groupReview,
  groupResume,
  groupSecure,
  groupFail,
  batchMove,
  batchMoves,
  batchUndo,
  itemCollect,
  itemUnproven,
  itemResolve,
  itemUnlock,
  itemRefund,
  pickupPlan,
  pickupList,
  pickupNotify,
  pickupWritten,
  paymentShow,
  paymentVerify,
  paymentResettle,
  walletGoodwill,
  refundCard,
  refundGroup,
  reconRun,
  reconList,
  reconResolve,
  report,
  userShow,
  userHistory,
  userNote,
  userLock,
  userUnlock,
  userFreePhone,
  userEvents,
  userExport,
  recoveryList,
  recoveryApprove,
  recoveryReject,
  referralList,
  referralClear,
  referralBlock,
  breachRecord,
  breachTold,
  breachList,
  alarmList,
  alarmHistory,
  jobList,
  outbox,
  outboxDead,
  outboxRevive,
  outboxClose,
  operatorAdd,
  operatorList,
  operatorReset,
  operatorRemove,
  invariants,
  clockAdvance,
  demoSeed,
  secretsRotate,
  audit,
  claims,
  backup,
  restore,
];

/** Every action of the operator, in the order of the help. */
export function listActions(): readonly Action[] {
  return ACTIONS;
}

/** @throws {Error} for a name that is none: what asks for it is wrong, or of another release. */
function requireAction(name: string): Action {
  const action = ACTIONS.find((one) => one.name === name);
  if (!action) throw new Error(`there is no action ${name}`);
  return action;
}
