import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { readablePhone } from '../lib/format.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { OrderLink } from './CodeLinks.tsx';
import { shopperQuery } from './console-queries.ts';
import { Facts } from './Facts.tsx';
import { Lines } from './Lines.tsx';
import { Loaded } from './Loaded.tsx';
import { pageOf } from './screens.ts';
import { ExportButton } from './shopper/ExportButton.tsx';
import { ShopperActs } from './shopper/ShopperActs.tsx';
import { ShopperEvents } from './shopper/ShopperEvents.tsx';
import { boughtText, lagosTime, moneyText, paymentWords } from './words.ts';

/** All that is known of a shopper, the newest first, and what may be done for them. */
export function ShopperPage({ userId, may }: { userId: string; may: readonly string[] }) {
  const shopper = useQuery(shopperQuery(userId));
  return (
    <Loaded query={shopper} title="Shopper">
      {(known) => (
        <div className="stack" data-gap="6">
          <h1>{known.name}</h1>
          <Facts
            facts={[
              ['E-mail', known.email],
              ['Phone', readablePhone(known.phone)],
              ['Since', lagosTime(known.createdAt)],
              ['Wallet', moneyText(known.balanceNaira)],
              ['Held of it', known.heldNaira > 0 ? moneyText(known.heldNaira) : null],
              ['Account', known.locked ? 'Locked' : null],
            ]}
          />
          <Lines title="Notes" rows={known.notes} empty="Nobody has written anything down.">
            {({ note, by, at }) => [note, `${lagosTime(at)}, ${by.replace('operator:', '')}`]}
          </Lines>
          <Lines title="Payments" rows={known.payments} empty="They have never begun to pay.">
            {(payment) => [
              <Link key={payment.reference} className="link" to={pageOf('payment', payment.reference)}>
                {paymentWords(payment)}
              </Link>,
              <>
                {payment.trackingNumber && <OrderLink trackingNumber={payment.trackingNumber} />}{' '}
                <span>{lagosTime(payment.createdAt)}</span>
              </>,
            ]}
          </Lines>
          <Lines title="Wallet" rows={known.walletLines} empty="No money has moved.">
            {({ amountNaira, reason, description, at }) => [
              `${amountNaira > 0 ? '+' : ''}${moneyText(amountNaira)} ${description || reason}`,
              lagosTime(at),
            ]}
          </Lines>
          <Lines title="Groups" rows={known.groups} empty="They are in no group.">
            {({ groupId, product, status, units, baseUnit, bought, paidNaira, joinedAt }) => [
              <span key={groupId}>
                <Link className="link" to={pageOf('group', groupId)}>
                  {product}
                </Link>{' '}
                <span>{`${boughtText(units, baseUnit, bought)}, ${moneyText(paidNaira)}`}</span>{' '}
                <StatusBadge status={status} />
              </span>,
              lagosTime(joinedAt),
            ]}
          </Lines>
          <Lines title="Notices" rows={known.notices} empty="They were told nothing yet.">
            {({ title, message, at, readAt }) => [
              `${title}: ${message}`,
              `${lagosTime(at)}, ${readAt ? 'read' : 'not read'}`,
            ]}
          </Lines>
          <Lines title="Sessions" rows={known.sessions} empty="They were never signed in.">
            {({ userAgent, createdAt, endedAt }) => [
              userAgent ?? 'Unknown device',
              `${lagosTime(createdAt)}${endedAt ? ', ended' : ''}`,
            ]}
          </Lines>
          {may.includes('user events') && <ShopperEvents userId={userId} />}
          <ShopperActs shopper={known} may={may} />
          {may.includes('user export') && <ExportButton userId={userId} />}
        </div>
      )}
    </Loaded>
  );
}
