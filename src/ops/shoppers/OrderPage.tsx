import { useState } from 'react';
import { opsGetOrder, opsUnlockPickupCode } from '#contract/ops/console-endpoints.ts';
import { opsRefundCardPayment, opsRefundOrderLine } from '#contract/ops/money-endpoints.ts';
import { parseNaira } from '#contract/rules/text/number-input.ts';
import type { OpsOrderReply } from '#contract/schemas/ops/console.ts';
import { ButtonLink } from '../../ui/control/Button.tsx';
import { LabelBadge } from '../../ui/display/LabelBadge.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import {
  formatLagosDateTime,
  formatNairaWithKobo,
  formatRefundedAmount,
  formatTimeAndOperator,
} from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { endpointQuery } from '../frames/console-queries.ts';
import { NairaAmountField } from '../frames/fields.tsx';
import {
  ConsolePageLink,
  PaymentLink,
  RecordPage,
  ShopperLink,
  TitledTextList,
} from '../frames/RecordPage.tsx';
import { formatOrderLineGoods } from '../pickup/counter-orders.ts';
import { InvalidCodeHandOutList } from '../pickup/InvalidCodeHandOutList.tsx';
import { getRecordPagePath, type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import { getCardRefundMessage } from './PaymentPage.tsx';

const NO_ITEMS = 'No items are recorded. The payment has what was bought.';
const NO_EVENTS = 'Nothing has happened yet. Each step of the order will be here.';

/** Shows where an order's goods are, and whether its pickup code is locked. */
export function OrderPage({ id: trackingNumber, may }: OpsScreenProps) {
  return (
    <RecordPage
      title={`Order ${trackingNumber}`}
      reads={endpointQuery(opsGetOrder, { params: { trackingNumber } })}
      {...(may.includes('audit') && { auditTarget: `order:${trackingNumber}` })}
      heading={(known) => (
        <header className="row" data-justify="between" data-wrap>
          <h1>
            <span>Order</span> <span translate="no">{known.trackingNumber}</span>
          </h1>
          <ButtonLink
            variant="line"
            small
            to={opsScreenPaths.orderLabel.replace(':id', known.trackingNumber)}
          >
            Print Label
          </ButtonLink>
        </header>
      )}
      facts={(known) => [
        ['Centre', `${known.centreName} (${known.centre})`],
        ['Paid', formatNairaWithKobo(known.totalNaira)],
        ['When', formatLagosDateTime(known.createdAt)],
        ['Wrong pickup codes', known.wrongCodes > 0 ? known.wrongCodes : null],
        ['Shopper', <ShopperLink key="shopper" id={known.userId} name={known.shopper} may={may} />],
        ['Payment', <PaymentLink key="payment" reference={known.reference} may={may} />],
      ]}
    >
      {(known) => (
        <>
          <TitledTextList title="Items" rows={known.lines} empty={NO_ITEMS}>
            {(line) => [
              <>
                <span>{`${line.line}. ${formatOrderLineGoods(line)}`}</span>{' '}
                {line.refundedNaira >= line.paidNaira ? (
                  <LabelBadge>Paid back in full</LabelBadge>
                ) : (
                  <StatusBadge status={line.stage} />
                )}{' '}
                {line.isOverdue && <LabelBadge tone="deal">Overdue</LabelBadge>}
              </>,
              <span key="facts">{factsOf(line)}</span>,
            ]}
          </TitledTextList>
          <TitledTextList title="History" rows={known.events} empty={NO_EVENTS}>
            {({ at, what, details, by, groupId }) => [
              <>
                <ConsolePageLink
                  to={groupId !== null && may.includes('group show') && getRecordPagePath('group', groupId)}
                >
                  {what}
                </ConsolePageLink>
                {details && <span>{`: ${details}`}</span>}
              </>,
              formatTimeAndOperator(at, by),
            ]}
          </TitledTextList>
          <InvalidCodeHandOutList items={known.unproven} mayResolve={may.includes('item resolve')} />
          {known.wrongCodes > 0 && may.includes('item unlock') && (
            <ActionForm
              title="Unlock the pickup code"
              label="Unlock"
              busyLabel="Unlocking..."
              to={opsUnlockPickupCode}
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

function factsOf(line: OpsOrderReply['data']['lines'][number]): string {
  const { paidNaira, refundedNaira, collectedAt, readyAt } = line;
  return [
    formatNairaWithKobo(paidNaira),
    formatRefundedAmount(refundedNaira, paidNaira),
    collectedAt && `handed out ${formatLagosDateTime(collectedAt)}`,
    readyAt && `at the centre since ${formatLagosDateTime(readyAt)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

interface ItemProps {
  order: OpsOrderReply['data'];
  /** True: the operator may also refund to the card, not only to the wallet. */
  mayCard: boolean;
}

function RefundItemForm({ order: { trackingNumber, reference, lines }, mayCard }: ItemProps) {
  const open = lines.filter(({ paidNaira, refundedNaira }) => refundedNaira < paidNaira);
  const [to, setTo] = useState('wallet');
  if (open.length === 0) return null;
  const form = {
    title: 'Refund',
    label: 'Refund',
    variant: 'danger' as const,
    busyLabel: 'Refunding...',
    reads: { line: Number, amount: parseNaira, reason: String },
    figures: true,
    children: (
      <>
        <SelectField
          label="Item"
          name="line"
          options={open.map(({ line, product, quantity }) => ({
            value: String(line),
            label: `${line}. ${quantity} x ${product}`,
          }))}
        />
        <SelectField
          label="Refund to"
          name="to"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          options={[
            { value: 'wallet', label: 'Their wallet' },
            ...(mayCard ? [{ value: 'card', label: 'The card it was paid with' }] : []),
          ]}
        />
        <NairaAmountField emptyMeans="Leave empty to refund all that is left of the item." />
      </>
    ),
  };
  return to === 'card' ? (
    <ActionForm {...form} to={opsRefundCardPayment} params={{ reference }} done={getCardRefundMessage} />
  ) : (
    <ActionForm
      {...form}
      to={opsRefundOrderLine}
      params={{ trackingNumber }}
      done="Refunded to the wallet."
    />
  );
}
