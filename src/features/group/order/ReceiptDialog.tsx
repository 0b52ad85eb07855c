import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatNaira } from '#contract/rules/money/money.ts';
import { formatCentreAddress } from '#contract/rules/pickup/centre-address.ts';
import type { OrderLineSummary, OrderReceipt } from '#contract/schemas/order.ts';
import { getServerNowMs } from '../../../lib/api/live-socket.ts';
import { shareOrCopyLink } from '../../../lib/browser/share.ts';
import { useShopConfig } from '../../../lib/query/shop-config.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { DataUnavailableMessage } from '../../../ui/message/DataUnavailableMessage.tsx';
import { showToast } from '../../../ui/message/toast.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { ManualCopyDialog } from '../../../ui/overlay/ManualCopyDialog.tsx';
import { OrderProgressSteps } from './OrderProgressSteps.tsx';
import styles from './ReceiptDialog.module.css';
import { receiptQuery } from './receipt-queries.ts';
import {
  formatPurchaseTime,
  formatReceipt,
  formatReceiptLine,
  listReceiptPaymentParts,
} from './receipt-text.ts';

interface Props {
  userId: string;
  trackingNumber: string;
  onClose: () => void;
  onOrderAgain: (lines: readonly OrderLineSummary[]) => void;
}

/** Shows the receipt of an order, which can be printed, saved as PDF and shared. */
export function ReceiptDialog({ userId, trackingNumber, onClose, onOrderAgain }: Props) {
  const brand = useShopConfig()?.brandName ?? '';
  const { data: receipt, error, fetchStatus, refetch } = useQuery(receiptQuery(userId, trackingNumber));
  const [uncopied, setUncopied] = useState<string | null>(null);
  const shareIt = async (shown: OrderReceipt) => {
    const text = formatReceipt(shown, brand);
    const result = await shareOrCopyLink(`Receipt ${trackingNumber}`, text, location.origin);
    if (result === 'copied') showToast({ kind: 'success', message: 'Copied!' });
    if (result === 'failed') setUncopied(text);
  };
  const isOffline = fetchStatus === 'paused';
  return (
    <Dialog title="Receipt" onClose={onClose}>
      {receipt && (
        <>
          <ReceiptFacts receipt={receipt} />
          <div className="row" data-justify="center" data-wrap="">
            <Button variant="soft" onClick={() => print()}>
              Print or save
            </Button>
            <Button variant="soft" onClick={() => void shareIt(receipt)}>
              Share
            </Button>
            <Button variant="soft" onClick={() => onOrderAgain(receipt.lines)}>
              Order again
            </Button>
          </div>
          <PrintSheet receipt={receipt} brand={brand} />
          {uncopied && <ManualCopyDialog text={uncopied} onClose={() => setUncopied(null)} />}
        </>
      )}
      {!receipt && (error || isOffline) && (
        <DataUnavailableMessage
          isOffline={isOffline}
          message="The receipt could not be loaded. Please try again."
          onRetry={() => void refetch()}
        />
      )}
      {!receipt && !error && !isOffline && <p role="status">Loading the receipt...</p>}
    </Dialog>
  );
}

/** Renders only the receipt, without the page around it, for printing. */
function PrintSheet({ receipt, brand }: { receipt: OrderReceipt; brand: string }) {
  useEffect(() => {
    document.documentElement.dataset.prints = 'sheet';
    return () => {
      delete document.documentElement.dataset.prints;
    };
  }, []);
  return createPortal(
    <div className={styles.sheet}>
      <h1>
        <span translate="no">{brand}</span> · Receipt
      </h1>
      <ReceiptFacts receipt={receipt} />
    </div>,
    document.body,
  );
}

function ReceiptFacts({ receipt }: { receipt: OrderReceipt }) {
  const { trackingNumber, reference, boughtAt, buyer, centre, lines, total } = receipt;
  const facts = [
    ['Order', trackingNumber],
    ['Date', formatPurchaseTime(boughtAt)],
    ['Name', buyer],
    ['Payment reference', reference],
    ['Pickup centre', `${centre.name}, ${formatCentreAddress(centre)}`],
  ] as const;
  return (
    <div className={`stack small ${styles.receipt}`}>
      <dl className="stack" data-gap="2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd translate={name === 'Date' ? undefined : 'no'}>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="stack" data-gap="2">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change order
          <li key={index}>
            <span>{formatReceiptLine(line)}</span>
            <span>{formatNaira(line.paid)}</span>
          </li>
        ))}
        <li className={styles.total}>
          <span>Total</span>
          <span>{formatNaira(total)}</span>
        </li>
        {listReceiptPaymentParts(receipt).map(({ name, sum }) => (
          <li key={name} className="muted">
            <span>{name}</span>
            <span>{formatNaira(sum)}</span>
          </li>
        ))}
      </ul>
      {lines.map(({ title, steps }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change order
        <div key={index}>
          {lines.length > 1 && steps.length > 0 && <h3 className={styles.way}>{title}</h3>}
          <OrderProgressSteps steps={steps} centreName={centre.name} nowMs={getServerNowMs()} />
        </div>
      ))}
    </div>
  );
}
