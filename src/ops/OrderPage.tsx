import { opsOrder, opsUnlockPickup } from '#contract/ops-endpoints.ts';
import type { OpsOrderReply } from '#contract/schemas/ops.ts';
import { Badge } from '../ui/Badge.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { ActionForm } from './frames/ActionForm.tsx';
import { Lines, PageLink, PaymentLink, RecordPage } from './frames/RecordPage.tsx';
import { reading } from './frames/read.ts';
import { RefundItemForm } from './money/money-actions.tsx';
import { goodsOf } from './pickup/counter-orders.ts';
import { UnprovenItems } from './pickup/UnprovenItems.tsx';
import { pageOf, type ScreenProps } from './screens.ts';
import { lagosTime, moneyText, paidBackWords } from './words.ts';

/** An order, where its goods are, and the pickup code's lock. */
export function OrderPage({ id: trackingNumber, may }: ScreenProps) {
  return (
    <RecordPage
      title={`Order ${trackingNumber}`}
      reads={reading(opsOrder, { params: { trackingNumber } })}
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
          <Lines title="Lines" rows={known.lines} empty="None.">
            {(line) => [
              <>
                <span>{`${line.line}. ${goodsOf(line)}`}</span>{' '}
                {line.refundedNaira >= line.paidNaira ? (
                  <Badge>All paid back</Badge>
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
              title="Let the code be tried again"
              label="Unlock"
              busyLabel="Unlocking..."
              to={opsUnlockPickup}
              params={{ trackingNumber }}
              reads={{ reason: String }}
              done="The code can be tried again."
              changes={[opsOrder]}
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

/** What was paid for a line, and where its goods are. */
function factsOf(line: OpsOrderReply['data']['lines'][number]): string {
  const { paidNaira, refundedNaira, collectedAt, readyAt } = line;
  return [
    moneyText(paidNaira),
    paidBackWords(refundedNaira, paidNaira),
    collectedAt && `handed out ${lagosTime(collectedAt)}`,
    readyAt && `waits at the centre since ${lagosTime(readyAt)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
