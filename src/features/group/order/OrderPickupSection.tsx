import { formatCentreAddress } from '#contract/rules/pickup/centre-address.ts';
import { formatLagosDate } from '#contract/rules/time/lagos-date.ts';
import type { PickupOrderSummary } from '#contract/schemas/group.ts';
import type { OrderLineSummary } from '#contract/schemas/order.ts';
import { Button } from '../../../ui/control/Button.tsx';
import styles from './OrderPickup.module.css';
import { OrderProgressSteps } from './OrderProgressSteps.tsx';
import { PickupQrCode } from './PickupQrCode.tsx';

interface Props {
  order: PickupOrderSummary;
  nowMs: number;
  onReceipt: () => void;
  onOrderAgain: (lines: readonly OrderLineSummary[]) => void;
  /** True until an earlier tap on 'Order again' is done; the button is disabled then. */
  isOrdering: boolean;
}

export function OrderPickupSection({ order, nowMs, onReceipt, onOrderAgain, isOrdering }: Props) {
  const { trackingNumber, pickup, steps, lines } = order;
  return (
    <div className={`stack small ${styles.order}`} data-gap="3">
      <dl className={styles.pickup}>
        <div>
          <dt>Tracking number</dt>
          <dd translate="no">{trackingNumber}</dd>
        </div>
        <div>
          <dt>Pickup centre</dt>
          <dd>{pickup.name}</dd>
          <dd className={styles.address}>{formatCentreAddress(pickup)}</dd>
          <dd className={styles.address}>{pickup.hours}</dd>
        </div>
        {pickup.code && (
          <div>
            <dt>Pickup code</dt>
            <dd className={styles.code} translate="no">
              {pickup.code}
            </dd>
            {pickup.collectBy && (
              <dd className={styles.address}>{`Collect by ${formatLagosDate(pickup.collectBy)}`}</dd>
            )}
          </div>
        )}
      </dl>
      <OrderProgressSteps steps={steps} centreName={pickup.name} nowMs={nowMs} />
      {pickup.code && !pickup.isCollected && (
        <PickupQrCode trackingNumber={trackingNumber} code={pickup.code} />
      )}
      <div className={styles.actions}>
        <Button variant="quiet" small onClick={onReceipt}>
          Receipt
        </Button>
        {lines.length > 0 && (
          <Button variant="quiet" small disabled={isOrdering} onClick={() => onOrderAgain(lines)}>
            Order again
          </Button>
        )}
      </div>
    </div>
  );
}
