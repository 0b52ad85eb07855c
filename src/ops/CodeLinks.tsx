import { Link } from 'react-router-dom';
import styles from './Lists.module.css';
import { pageOf } from './screens.ts';

/** To an order, by the number that the shopper says: it is read in one piece, so it stays on one line. */
export function OrderLink({ trackingNumber }: { trackingNumber: string }) {
  return (
    <Link className="link num" translate="no" to={pageOf('order', trackingNumber)}>
      {trackingNumber}
    </Link>
  );
}

/** To a payment, by its reference. On a phone it may go on in the next line. */
export function PaymentLink({ reference }: { reference: string }) {
  return (
    <Link className={`link ${styles.reference}`} translate="no" to={pageOf('payment', reference)}>
      {reference}
    </Link>
  );
}
