import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { buildPaymentNotificationKey } from '#contract/notifications/kinds.ts';
import {
  calculateGroupProgressPercent,
  calculateGroupUnitsRemaining,
} from '#contract/rules/group/group-progress.ts';
import { formatInteger, formatNaira } from '#contract/rules/money/money.ts';
import { formatBaseUnitQuantity } from '#contract/rules/product/unit-quantity.ts';
import { screenPaths } from '../../../lib/paths.ts';
import { useOfflineStores } from '../../../offline/offline-stores.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { CopyableId } from '../../../ui/control/CopyableId.tsx';
import { GroupInviteButtons } from '../../../ui/control/GroupInviteButtons.tsx';
import { PriceText } from '../../../ui/display/Money.tsx';
import { ProgressMeter } from '../../../ui/display/ProgressMeter.tsx';
import { StatusBadge } from '../../../ui/display/StatusBadge.tsx';
import { IconDisc } from '../../../ui/icon/IconDisc.tsx';
import { suppressToastShownInDialog } from '../../../ui/message/toast.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import type { PaymentAttempt, PaymentAttemptResult } from '../attempts/attempt.ts';
import { usePaymentAttemptStore } from '../attempts/payment-attempts.ts';
import { clearPaidPurchaseAndRefetch } from './payment-data.ts';
import styles from './WalletPaymentResultDialog.module.css';

interface Props {
  attempt: PaymentAttempt;
  result: PaymentAttemptResult;
  userId: string;
}

const LEAVES_AFTER_MS = 500;

/** Shows the result of a payment from the wallet alone. Closing it opens the account page. */
export function WalletPaymentResultDialog({ attempt, result, userId }: Props) {
  const queryClient = useQueryClient();
  const { storage } = useOfflineStores();
  const payments = usePaymentAttemptStore();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (attempt.reference !== null)
      suppressToastShownInDialog(buildPaymentNotificationKey(attempt.reference));
  }, [attempt.reference]);

  const handleClose = () => {
    if (isLeaving) return;
    setLeaving(true);
    void clearPaidPurchaseAndRefetch(storage, queryClient, userId);
    setTimeout(() => {
      navigate(screenPaths.account, { replace: true });
      void payments.update(attempt, { acknowledged: true });
    }, LEAVES_AFTER_MS);
  };

  return (
    <Dialog
      title="Payment successful!"
      onClose={handleClose}
      figure={<IconDisc icon="check" tone="success" size="xl" />}
    >
      <PriceText naira={result.totalAmount} size="hero" />
      <dl className={`stack small ${styles.facts}`} data-gap="2">
        <div>
          <dt className="muted">Payment ID</dt>
          <dd className="tiny muted">
            <CopyableId name="Payment ID" id={result.paymentId} />
          </dd>
        </div>
        <Fact name="Amount paid" value={formatNaira(result.totalAmount)} />
        <Fact name="Group buys joined" value={formatInteger(result.groupBuysJoined)} />
        <Fact name="New wallet balance" value={formatNaira(result.newWalletBalance)} />
      </dl>
      {result.groupBuys.length > 0 && (
        <ul className={`stack ${styles.groups}`} data-gap="2">
          {result.groupBuys.map((group) => (
            <li key={group.groupId} className={`stack ${styles.group}`} data-gap="2">
              <div className="row small" data-justify="between">
                <strong>{group.productName}</strong>
                <StatusBadge status={group.status} />
              </div>
              <ProgressMeter
                size="thin"
                label={`Progress of ${group.productName}`}
                percent={calculateGroupProgressPercent(group.unitsSold, group.minimumViableUnits)}
              />
              <span className="tiny muted">
                {`${formatBaseUnitQuantity(group.unitsSold, group.baseUnitName)} sold · minimum ${formatBaseUnitQuantity(group.minimumViableUnits, group.baseUnitName)}`}
              </span>
              {group.status === 'active' && group.slug && (
                <GroupInviteButtons
                  title={group.productName}
                  slug={group.slug}
                  groupId={group.groupId}
                  missing={formatBaseUnitQuantity(
                    calculateGroupUnitsRemaining(group.unitsSold, group.minimumViableUnits),
                    group.baseUnitName,
                  )}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <Button wide data-autofocus="" onClick={handleClose} busyLabel={isLeaving && 'View My Account'}>
        View My Account
      </Button>
    </Dialog>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="muted">{name}</dt>
      <dd className="strong" translate="no">
        {value}
      </dd>
    </div>
  );
}
