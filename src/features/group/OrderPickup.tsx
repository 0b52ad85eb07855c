import type { PickupOrderSummary } from '#contract/schemas/group.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './OrderPickup.module.css';
import { PickupQrCode } from './PickupQr.tsx';

interface Props {
  order: PickupOrderSummary;
  onReceipt: () => void;
}

export function OrderPickupDetails({ order: { trackingNumber, pickup }, onReceipt }: Props) {
  return (
    <div className={styles.order}>
      <dl className={styles.pickup}>
        <div>
          <dt>Tracking number</dt>
          <dd translate="no">{trackingNumber}</dd>
        </div>
        <div>
          <dt>Pickup centre</dt>
          <dd>{pickup.name}</dd>
          <dd className={styles.address}>{`${pickup.address}, ${pickup.city} · ${pickup.hours}`}</dd>
        </div>
        {pickup.code && (
          <div>
            <dt>Pickup code</dt>
            <dd className={styles.code} translate="no">
              {pickup.code}
            </dd>
            {pickup.collectBy && (
              <dd className={styles.address}>{`Collect by ${shortDate(pickup.collectBy)}`}</dd>
            )}
          </div>
        )}
      </dl>
      {pickup.code && !pickup.isCollected && (
        <PickupQrCode trackingNumber={trackingNumber} code={pickup.code} />
      )}
      <Button variant="quiet" small onClick={onReceipt}>
        Receipt
      </Button>
    </div>
  );
}

function shortDate(instant: string): string {
  return new Date(instant).toLocaleDateString('en-NG', { day: 'numeric', month: 'short', year: 'numeric' });
}
