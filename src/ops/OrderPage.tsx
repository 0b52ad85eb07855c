import { useState } from 'react';
import { opsOrder, opsUnlockPickup } from '#contract/ops-endpoints.ts';
import { opsRefundCard, opsRefundItem } from '#contract/ops-money-endpoints.ts';
import { readNaira } from '#contract/rules/amount.ts';
import type { OpsOrderReply } from '#contract/schemas/ops.ts';
import { Badge } from '../ui/Badge.tsx';
import { Select } from '../ui/Select.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { lagosTime, moneyText, refundText } from './display-text.ts';
import { ActionForm } from './frames/ActionForm.tsx';
import { AmountField } from './frames/fields.tsx';
import { Lines, PageLink, PaymentLink, RecordPage } from './frames/RecordPage.tsx';
import { endpointQuery } from './frames/read.ts';
import { cardOutcomeOf } from './PaymentPage.tsx';
import { goodsOf } from './pickup/counter-orders.ts';
import { UnprovenItems } from './pickup/UnprovenItems.tsx';
import { pageOf, type ScreenProps } from './screens.ts';

/** Shows where an order's goods are, and whether its pickup code is locked. */
export function OrderPage({ id: trackingNumber, may }: ScreenProps) {
  return (
    <RecordPage
      title={`Order ${trackingNumber}`}
      reads={endpointQuery(opsOrder, { params: { trackingNumber } })}
      heading={(known) => (
        <h1>
          <span>Order</span> <span translate="no">{known.trackingNumber}</span>
        </h1>
      )}
      facts={(known) => [
        ['Centre', `${known.centreName} (${known.centre})`],
        ['Paid', moneyText(known.totalNaira)],
        ['When', lagosTime(known.createdAt)],
        ['Wrong pickup codes', known.wrongCodes > 0 ? known.wrongCodes : null],
        [
          'Shopper',
          <PageLink key="shopper" to={pageOf('shopper', known.userId)}>
            <span translate="no">{known.shopper}</span>
          </PageLink>,
        ],
        ['Payment', <PaymentLink key="payment" reference={known.reference} />],
      ]}
    >
      {(known) => (
        <>
          <Lines title="Items" rows={known.lines} empty="None.">
            {(line) => [
              <>
                <span>{`${line.line}. ${goodsOf(line)}`}</span>{' '}
                {line.refundedNaira >= line.paidNaira ? (
                  <Badge>Refunded in full</Badge>
                ) : (
                  <StatusBadge status={line.stage} />
                )}{' '}
                {line.isOverdue && <Badge tone="deal">Overdue</Badge>}
              </>,
              <span key="facts">{factsOf(line)}</span>,
            ]}
          </Lines>
          <UnprovenItems items={known.unproven} mayResolve={may.includes('item resolve')} />
          {known.wrongCodes > 0 && may.includes('item unlock') && (
            <ActionForm
              title="Unlock the pickup code"
              label="Unlock"
              busyLabel="Unlocking..."
              to={opsUnlockPickup}
              params={{ trackingNumber }}
              done="The pickup code can be tried again."
            />
          )}
          {may.includes('item refund') && (
            <RefundItemForm order={known} mayCard={may.includes('refund card')} />
          )}
        </>
      )}
    </RecordPage>
  );
}

/** Shows what was paid for each order line, and where its goods are. */
function factsOf(line: OpsOrderReply['data']['lines'][number]): string {
  const { paidNaira, refundedNaira, collectedAt, readyAt } = line;
  return [
    moneyText(paidNaira),
    refundText(refundedNaira, paidNaira),
    collectedAt && `handed out ${lagosTime(collectedAt)}`,
    readyAt && `at the centre since ${lagosTime(readyAt)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

interface ItemProps {
  order: OpsOrderReply['data'];
  /** The refund may also go to the card. */
  mayCard: boolean;
}

/** Refunds an order line to the wallet or to the card. */
function RefundItemForm({ order: { trackingNumber, reference, lines }, mayCard }: ItemProps) {
  const open = lines.filter(({ paidNaira, refundedNaira }) => refundedNaira < paidNaira);
  const [to, setTo] = useState('wallet');
  if (open.length === 0) return null;
  const form = {
    title: 'Refund',
    label: 'Refund',
    busyLabel: 'Refunding...',
    reads: { line: Number, amount: readNaira, reason: String },
    figures: true,
    children: (
      <>
        <Select
          label="Item"
          name="line"
          options={open.map(({ line, product, quantity }) => ({
            value: String(line),
            label: `${line}. ${quantity} x ${product}`,
          }))}
        />
        <Select
          label="Refund to"
          name="to"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          options={[
            { value: 'wallet', label: 'Their wallet' },
            ...(mayCard ? [{ value: 'card', label: 'The card it was paid with' }] : []),
          ]}
        />
        <AmountField emptyMeans="Leave empty to refund all that is left of the item." />
      </>
    ),
  };
  return to === 'card' ? (
    <ActionForm {...form} to={opsRefundCard} params={{ reference }} done={cardOutcomeOf} />
  ) : (
    <ActionForm {...form} to={opsRefundItem} params={{ trackingNumber }} done="Refunded to the wallet." />
  );
}
