import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NOTE_MAX } from '#contract/limits.ts';
import { opsShopper } from '#contract/ops-endpoints.ts';
import { opsGoodwill } from '#contract/ops-money-endpoints.ts';
import {
  opsAddShopperNote,
  opsExportShopper,
  opsLockShopper,
  opsReleasePhone,
  opsShopperEvents,
  opsUnlockShopper,
} from '#contract/ops-shopper-endpoints.ts';
import { readNaira } from '#contract/rules/amount.ts';
import type { OpsShopperReply } from '#contract/schemas/ops.ts';
import { send } from '../lib/api-send.ts';
import { readablePhone } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { TextArea } from '../ui/TextField.tsx';
import { boughtText, lagosTime, moneyText, paymentText, timeText } from './display-text.ts';
import { ActionForm } from './frames/ActionForm.tsx';
import { AmountField } from './frames/fields.tsx';
import styles from './frames/frames.module.css';
import { Loaded } from './frames/Loaded.tsx';
import { Lines, OrderLink, PageLink, RecordPage } from './frames/RecordPage.tsx';
import { endpointQuery } from './frames/read.ts';
import { SaveFile } from './frames/SaveFile.tsx';
import { pageOf, type ScreenProps } from './screens.ts';

/** Shows all data about a shopper, newest first, and the actions for them. */
export function ShopperPage({ id: userId, may }: ScreenProps) {
  return (
    <RecordPage
      title="Shopper"
      reads={endpointQuery(opsShopper, { params: { userId } })}
      heading={({ name }) => <h1>{name}</h1>}
      facts={(known) => [
        ['E-mail', known.email],
        ['Phone', readablePhone(known.phone)],
        ['Joined', lagosTime(known.createdAt)],
        ['Wallet', moneyText(known.balanceNaira)],
        ['On hold', known.heldNaira > 0 ? moneyText(known.heldNaira) : null],
        ['Account', known.locked ? 'Locked' : null],
      ]}
    >
      {(known) => (
        <>
          <Lines title="Notes" rows={known.notes} empty="No notes yet.">
            {({ note, by, at }) => [note, timeText(at, by)]}
          </Lines>
          <Lines title="Payments" rows={known.payments} empty="No payments yet.">
            {(payment) => [
              <PageLink key={payment.reference} to={pageOf('payment', payment.reference)}>
                {paymentText(payment)}
              </PageLink>,
              <>
                {payment.trackingNumber && <OrderLink trackingNumber={payment.trackingNumber} />}{' '}
                <span>{lagosTime(payment.createdAt)}</span>
              </>,
            ]}
          </Lines>
          <Lines title="Wallet" rows={known.walletLines} empty="No transactions yet.">
            {({ amountNaira, reason, description, at }) => [
              `${amountNaira > 0 ? '+' : ''}${moneyText(amountNaira)} ${description || reason}`,
              lagosTime(at),
            ]}
          </Lines>
          <Lines title="Groups" rows={known.groups} empty="Not in any group.">
            {({ groupId, product, status, units, baseUnit, bought, paidNaira, joinedAt }) => [
              <span key={groupId}>
                <PageLink to={pageOf('group', groupId)}>{product}</PageLink>{' '}
                <span>{`${boughtText(units, baseUnit, bought)}, ${moneyText(paidNaira)}`}</span>{' '}
                <StatusBadge status={status} />
              </span>,
              lagosTime(joinedAt),
            ]}
          </Lines>
          <Lines title="Notifications" rows={known.notices} empty="No notifications yet.">
            {({ title, message, at, readAt }) => [
              `${title}: ${message}`,
              `${lagosTime(at)}, ${readAt ? 'read' : 'not read'}`,
            ]}
          </Lines>
          <Lines title="Sessions" rows={known.sessions} empty="Never signed in.">
            {({ userAgent, createdAt, endedAt }) => [
              userAgent ?? 'Unknown device',
              `${lagosTime(createdAt)}${endedAt ? ', ended' : ''}`,
            ]}
          </Lines>
          {may.includes('user events') && <Events userId={userId} />}
          <ShopperActions shopper={known} may={may} />
          {may.includes('user export') && <TheirData userId={userId} />}
        </>
      )}
    </RecordPage>
  );
}

/**
 * Shows sign-ins, failures, changes and operators' actions. It loads only on request, because each reading is written
 * to the audit log.
 */
function Events({ userId }: { userId: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const events = useQuery({
    ...endpointQuery(opsShopperEvents, { params: { userId } }),
    enabled: isAsked,
    refetchOnWindowFocus: false,
  });
  if (!isAsked)
    return (
      <section className="stack" data-gap="2">
        <h2>Account activity</h2>
        <div>
          <Button variant="line" small onClick={() => setIsAsked(true)}>
            Show Activity
          </Button>
        </div>
      </section>
    );
  return (
    <Loaded query={events}>
      {(known) => (
        <Lines title="Account activity" rows={known} empty="No activity recorded.">
          {({ at, event, times, by }) => [
            `${event.replace(/[._]/g, ' ')}${times > 1 ? `, ${times} times` : ''}`,
            timeText(at, by),
          ]}
        </Lines>
      )}
    </Loaded>
  );
}

/** Downloads all data that the shop stores about a shopper, as the data protection law entitles them to. */
function TheirData({ userId }: { userId: string }) {
  return (
    <section className="stack" data-gap="2">
      <h2>Their data</h2>
      <p className="muted">
        Everything the shop stores about this shopper, in one file. The download is recorded in the audit log.
      </p>
      <div>
        <SaveFile
          label="Save Their Data"
          busyLabel="Saving..."
          name={`shopper-${userId}.json`}
          type="application/json"
          read={async () =>
            JSON.stringify((await send(opsExportShopper, { params: { userId } })).data, null, 2)
          }
        />
      </div>
    </section>
  );
}

interface Props {
  shopper: OpsShopperReply['data'];
  may: readonly string[];
}

/** Offers the actions for a shopper, each with a reason. */
function ShopperActions({ shopper, may }: Props) {
  const { id: userId, email } = shopper;
  return (
    <div className={styles.actions}>
      {may.includes('wallet goodwill') && (
        <ActionForm
          title="Goodwill credit"
          label="Give Credit"
          busyLabel="Giving..."
          to={opsGoodwill}
          reads={{ email, amount: readNaira, reason: String }}
          figures
          done="Added to their wallet."
          isCard
        >
          <AmountField />
        </ActionForm>
      )}
      {may.includes('user note') && (
        <ActionForm
          title="Add a note"
          label="Save Note"
          busyLabel="Saving..."
          to={opsAddShopperNote}
          params={{ userId }}
          reads={{ text: String }}
          asksReason={false}
          done="Note saved."
          isCard
        >
          <TextArea
            label="For other operators"
            name="text"
            hint="The shopper sees it if they ask for their data."
            maxLength={NOTE_MAX}
            rows={3}
            required
          />
        </ActionForm>
      )}
      <AccountActions {...{ shopper, may }} />
    </div>
  );
}

/** Offers the actions on the shopper's sign-in and phone number. */
function AccountActions({ shopper: { id: userId, phone, locked }, may }: Props) {
  return (
    <>
      {may.includes('user lock') && !locked && (
        <ActionForm
          title="Lock the account"
          label="Lock"
          busyLabel="Locking..."
          to={opsLockShopper}
          params={{ userId }}
          done="Locked. They are signed out everywhere."
          isCard
        />
      )}
      {may.includes('user unlock') && (
        <ActionForm
          title="Unlock sign-in"
          label="Unlock"
          busyLabel="Unlocking..."
          to={opsUnlockShopper}
          params={{ userId }}
          done="They can sign in again."
          isCard
        >
          <p className="muted">Unlocks the account and its recovery key, and clears failed attempts.</p>
        </ActionForm>
      )}
      {may.includes('user free-phone') && (
        <ActionForm
          title="Release the phone number"
          label="Release Number"
          busyLabel="Releasing..."
          to={opsReleasePhone}
          reads={{ phone, reason: String }}
          done="The number is released."
          isCard
        >
          <p className="muted">
            {`${readablePhone(phone)} is removed from this account, so that its owner can sign up with it.`}
          </p>
        </ActionForm>
      )}
    </>
  );
}
