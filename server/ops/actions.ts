import { getAuditActionName, type OperatorAction } from './action.ts';
import { createApprovalActions } from './actions/approvals/approvals.ts';
import { batchActions } from './actions/fulfilment/batches.ts';
import { centreActions } from './actions/fulfilment/centres.ts';
import { goodsActions } from './actions/fulfilment/goods.ts';
import { handOutActions } from './actions/fulfilment/hand-outs.ts';
import { pickupActions } from './actions/fulfilment/pickup.ts';
import { groupActions } from './actions/groups/groups.ts';
import { accountActions } from './actions/money/accounts.ts';
import { cardRefundActions } from './actions/money/card-refunds.ts';
import { itemRefundAction } from './actions/money/item-refund.ts';
import { paymentActions } from './actions/money/payments.ts';
import { reconciliationActions } from './actions/money/recon.ts';
import { walletGoodwillCreditAction } from './actions/money/wallet-goodwill.ts';
import { productEditActions } from './actions/products/product-edit.ts';
import { productImportAction } from './actions/products/product-import.ts';
import { productActions } from './actions/products/products.ts';
import { reviewActions } from './actions/reviews/reviews.ts';
import { backupActions } from './actions/shop/backup.ts';
import { dataBreachActions } from './actions/shop/breaches.ts';
import { maintenanceActions } from './actions/shop/maintenance.ts';
import { operatorActions } from './actions/shop/operators.ts';
import { settingActions } from './actions/shop/settings.ts';
import { recoveryActions } from './actions/shoppers/recoveries.ts';
import { referralActions } from './actions/shoppers/referrals.ts';
import { shopperAccountActions } from './actions/shoppers/shopper-accounts.ts';
import { shopperActions } from './actions/shoppers/shoppers.ts';
import { alarmActions } from './actions/work/alarms.ts';
import { auditLogListAction } from './actions/work/audit.ts';
import { searchAction } from './actions/work/find.ts';
import { jobActions } from './actions/work/jobs.ts';
import { orderActions } from './actions/work/orders.ts';
import { outboxActions } from './actions/work/outbox.ts';
import { todayOverviewAction } from './actions/work/today.ts';

const ACTIONS: readonly OperatorAction[] = [
  todayOverviewAction,
  ...createApprovalActions(requireAction),
  searchAction,
  ...orderActions,
  productImportAction,
  ...productActions,
  ...productEditActions,
  ...centreActions,
  ...groupActions,
  ...batchActions,
  ...handOutActions,
  itemRefundAction,
  ...goodsActions,
  ...pickupActions,
  ...paymentActions,
  walletGoodwillCreditAction,
  ...cardRefundActions,
  ...reconciliationActions,
  ...accountActions,
  ...shopperActions,
  ...shopperAccountActions,
  ...recoveryActions,
  ...referralActions,
  ...reviewActions,
  ...dataBreachActions,
  ...alarmActions,
  ...jobActions,
  ...outboxActions,
  ...operatorActions,
  ...maintenanceActions,
  auditLogListAction(() => ACTIONS.filter(({ key }) => !key).map(getAuditActionName)),
  ...settingActions,
  ...backupActions,
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
