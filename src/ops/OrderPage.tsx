import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { opsUnlockPickup } from '#contract/ops-endpoints.ts';
import type { OpsOrderReply } from '#contract/schemas/ops.ts';
import { send } from '../lib/api-send.ts';
import { Badge } from '../ui/Badge.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { ActForm } from './ActForm.tsx';
import { PaymentLink } from './CodeLinks.tsx';
import { orderQuery } from './console-queries.ts';
import { Facts } from './Facts.tsx';
import { Lines } from './Lines.tsx';
import { Loaded } from './Loaded.tsx';
import { RefundItemForm } from './money/RefundItemForm.tsx';
import { goodsOf } from './pickup/counter-orders.ts';
import { UnprovenItems } from './pickup/UnprovenItems.tsx';
import { pageOf } from './screens.ts';
import { lagosTime, moneyText, paidBackWords } from './words.ts';

/** An order, where its goods are, and the pickup code's lock. */
export function OrderPage({ trackingNumber, may }: { trackingNumber: string; may: readonly string[] }) {
  const order = useQuery(orderQuery(trackingNumber));
  return (
    <Loaded query={order} title={`Order ${trackingNumber}`}>
      {(known) => (
        <div className="stack" data-gap="6">
          <h1>
            <span>Order</span> <span translate="no">{known.trackingNumber}</span>
          </h1>
          <Facts
            facts={[
              ['Centre', `${known.centreName} (${known.centre})`],
              ['Paid', moneyText(known.totalNaira)],
              ['When', lagosTime(known.createdAt)],
              ['Wrong pickup codes', known.wrongCodes > 0 ? known.wrongCodes : null],
              [
                'Shopper',
                <Link key="shopper" className="link" translate="no" to={pageOf('shopper', known.userId)}>
                  {known.shopper}
                </Link>,
              ],
              ['Payment', <PaymentLink key="payment" reference={known.reference} />],
            ]}
          />
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
            <UnlockPickup trackingNumber={trackingNumber} />
          )}
          {may.includes('item refund') && (
            <RefundItemForm order={known} mayCard={may.includes('refund card')} />
          )}
        </div>
      )}
    </Loaded>
  );
}

/** What was paid for a line, and where its goods are. */
function factsOf(line: OpsOrderReply['data']['lines'][number]): string {
  const { paidNaira, refundedNaira, collectedAt, readyAt } = line;
  const paidBack = paidBackWords(refundedNaira, paidNaira);
  return [
    moneyText(paidNaira),
    ...(paidBack ? [paidBack] : []),
    ...(collectedAt ? [`handed out ${lagosTime(collectedAt)}`] : []),
    ...(readyAt ? [`waits at the centre since ${lagosTime(readyAt)}`] : []),
  ].join(', ');
}

function UnlockPickup({ trackingNumber }: { trackingNumber: string }) {
  const queryClient = useQueryClient();
  return (
    <ActForm
      title="Let the code be tried again"
      label="Unlock"
      busyLabel="Unlocking..."
      doneWords="The code can be tried again."
      act={({ reason = '' }, idempotencyKey) =>
        send(opsUnlockPickup, { params: { trackingNumber }, body: { reason }, idempotencyKey })
      }
      onDone={() => queryClient.invalidateQueries({ queryKey: orderQuery(trackingNumber).queryKey })}
    />
  );
}
