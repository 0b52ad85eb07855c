import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OPERATOR_NOTE_LENGTH_MAX } from '#contract/limits.ts';
import { opsGetShopper } from '#contract/ops/console-endpoints.ts';
import { opsGrantGoodwillCredit } from '#contract/ops/money-endpoints.ts';
import {
  opsAddShopperNote,
  opsExportShopperData,
  opsListShopperSecurityEvents,
  opsLockShopper,
  opsRemoveShopperPhoneNumber,
  opsUnlockShopper,
} from '#contract/ops/shopper-endpoints.ts';
import { parseNaira } from '#contract/rules/text/number-input.ts';
import type { OpsShopperReply } from '#contract/schemas/ops/console.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { formatPhone } from '../../lib/format.ts';
import { Button } from '../../ui/control/Button.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { TextAreaField } from '../../ui/form/TextField.tsx';
import {
  formatLagosDateTime,
  formatMemberPurchase,
  formatNairaWithKobo,
  formatPaymentResult,
  formatTimeAndOperator,
} from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { endpointQuery } from '../frames/console-queries.ts';
import { DownloadFileButton } from '../frames/DownloadFileButton.tsx';
import { NairaAmountField } from '../frames/fields.tsx';
import styles from '../frames/frames.module.css';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import {
  ConsolePageLink,
  GroupLink,
  OrderLink,
  PhoneLinks,
  RecordPage,
  TitledTextList,
} from '../frames/RecordPage.tsx';
import { getRecordPagePath, type OpsScreenProps } from '../screens.ts';

/** Shows all data about a shopper, newest first, and the actions for them. */
export function ShopperPage({ id: userId, may }: OpsScreenProps) {
  return (
    <RecordPage
      title="Shopper"
      reads={endpointQuery(opsGetShopper, { params: { userId } })}
      auditTarget={`user:${userId}`}
      heading={({ name }) => <h1>{name}</h1>}
      facts={(known) => [
        ['E-mail', known.email],
        ['Phone', <PhoneLinks key="phone" phone={known.phone} />],
        ['Joined', formatLagosDateTime(known.createdAt)],
        ['Wallet', formatNairaWithKobo(known.balanceNaira)],
        ['On hold', known.heldNaira > 0 ? formatNairaWithKobo(known.heldNaira) : null],
        ['Account', known.locked ? 'Locked' : null],
      ]}
    >
      {(known) => (
        <>
          <TitledTextList
            title="Notes"
            rows={known.notes}
            empty="No notes yet. Write one below for your colleagues."
          >
            {({ note, by, at }) => [note, formatTimeAndOperator(at, by)]}
          </TitledTextList>
          <TitledTextList
            title="Payments"
            rows={known.payments}
            empty="No payments yet. Each try to pay will be here."
          >
            {(payment) => [
              <ConsolePageLink key={payment.reference} to={getRecordPagePath('payment', payment.reference)}>
                {formatPaymentResult(payment)}
              </ConsolePageLink>,
              <>
                {payment.trackingNumber && <OrderLink trackingNumber={payment.trackingNumber} />}{' '}
                <span>{formatLagosDateTime(payment.createdAt)}</span>
              </>,
            ]}
          </TitledTextList>
          <TitledTextList
            title="Wallet"
            rows={known.walletLines}
            empty="No transactions yet. What comes into the wallet or leaves it will be here."
          >
            {({ amountNaira, reason, description, at }) => [
              `${amountNaira > 0 ? '+' : ''}${formatNairaWithKobo(amountNaira)} ${description || reason}`,
              formatLagosDateTime(at),
            ]}
          </TitledTextList>
          <TitledTextList
            title="Groups"
            rows={known.groups}
            empty="Not in any group yet. A group will be here once its order is paid."
          >
            {({ groupId, product, status, units, baseUnit, bought, paidNaira, joinedAt }) => [
              <span key={groupId}>
                <GroupLink id={groupId} name={product} />{' '}
                <span>{`${formatMemberPurchase(units, baseUnit, bought)}, ${formatNairaWithKobo(paidNaira)}`}</span>{' '}
                <StatusBadge status={status} />
              </span>,
              formatLagosDateTime(joinedAt),
            ]}
          </TitledTextList>
          <TitledTextList
            title="Notifications"
            rows={known.notices}
            empty="No notifications yet. What the shop tells this shopper will be here."
          >
            {({ title, message, at, readAt }) => [
              `${title}: ${message}`,
              `${formatLagosDateTime(at)}, ${readAt ? 'read' : 'not read'}`,
            ]}
          </TitledTextList>
          <TitledTextList
            title="Sessions"
            rows={known.sessions}
            empty="Not signed in anywhere. Each device that signs in will be here."
          >
            {({ userAgent, createdAt, endedAt }) => [
              userAgent ?? 'Unknown device',
              `${formatLagosDateTime(createdAt)}${endedAt ? ', ended' : ''}`,
            ]}
          </TitledTextList>
          {may.includes('user events') && <Events userId={userId} />}
          <ShopperActions shopper={known} may={may} />
          {may.includes('user export') && <TheirData userId={userId} />}
        </>
      )}
    </RecordPage>
  );
}

/** Shows a shopper's security events only when asked, because the audit log records each view. */
function Events({ userId }: { userId: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const events = useQuery({
    ...endpointQuery(opsListShopperSecurityEvents, { params: { userId } }),
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
    <QueryStateView query={events}>
      {(known) => (
        <TitledTextList
          title="Account activity"
          rows={known}
          empty="No activity recorded. Sign-ins and changes of the account will be here."
        >
          {({ at, event, times, by }) => [
            `${event.replace(/[._]/g, ' ')}${times > 1 ? `, ${times} times` : ''}`,
            formatTimeAndOperator(at, by),
          ]}
        </TitledTextList>
      )}
    </QueryStateView>
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
        <DownloadFileButton
          label="Save Their Data"
          name={`shopper-${userId}.json`}
          read={async () =>
            JSON.stringify((await sendApiRequest(opsExportShopperData, { params: { userId } })).data, null, 2)
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

function ShopperActions({ shopper, may }: Props) {
  const { id: userId, email } = shopper;
  return (
    <div className={styles.actions}>
      {may.includes('wallet goodwill') && (
        <ActionForm
          title="Goodwill credit"
          label="Give Credit"
          busyLabel="Giving..."
          to={opsGrantGoodwillCredit}
          reads={{ email, amount: parseNaira, reason: String }}
          figures
          done="Added to their wallet."
          isCard
        >
          <NairaAmountField />
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
          <TextAreaField
            label="For other operators"
            name="text"
            hint="The shopper sees it if they ask for their data."
            maxLength={OPERATOR_NOTE_LENGTH_MAX}
            rows={3}
            required
          />
        </ActionForm>
      )}
      <AccountActions {...{ shopper, may }} />
    </div>
  );
}

function AccountActions({ shopper: { id: userId, phone, locked }, may }: Props) {
  return (
    <>
      {may.includes('user lock') && !locked && (
        <ActionForm
          title="Lock the account"
          label="Lock"
          variant="danger"
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
          variant="danger"
          busyLabel="Releasing..."
          to={opsRemoveShopperPhoneNumber}
          reads={{ phone, reason: String }}
          done="The number is released."
          isCard
        >
          <p className="muted">
            {`${formatPhone(phone)} is removed from this account, so that its owner can sign up with it.`}
          </p>
        </ActionForm>
      )}
    </>
  );
}
