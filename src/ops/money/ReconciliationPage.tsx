import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EMAIL_LENGTH_MAX } from '#contract/limits.ts';
import {
  opsListReconciliationItems,
  opsResolveReconciliationItem,
  opsRunReconciliation,
} from '#contract/ops/money-endpoints.ts';
import type {
  OpsReconciliationItemsReply,
  OpsResolveReconciliationItemBody,
} from '#contract/schemas/ops/money.ts';
import { Button, ButtonLink } from '../../ui/control/Button.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { formatLagosDateTime, formatNairaWithKobo } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { pagedEndpointQuery } from '../frames/console-queries.ts';
import { EmptyListMessage } from '../frames/EmptyListMessage.tsx';
import { ConsolePage, PaginatedRows, useUrlFilters } from '../frames/ListPage.tsx';
import { OrderLink, PaymentLink, RecordFieldList } from '../frames/RecordPage.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';

/** Lists open differences between the provider's records and the shop's, with a button that looks for new ones. */
export function ReconciliationPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const { chosen, placeOf } = useUrlFilters(['payment', 'show']);
  const { payment } = chosen;
  const all = chosen.show === 'all';
  const items = useInfiniteQuery(
    pagedEndpointQuery(
      opsListReconciliationItems,
      { ...(payment && { payment }), ...(all && { all }) },
      ({ id }) => ({ after: id }),
    ),
  );
  return (
    <ConsolePage title="Reconciliation">
      <section className="stack" data-gap="3">
        <div className="row" data-justify="between" data-wrap>
          <h2>{payment ? 'Items of one payment' : all ? 'All items' : 'Open items'}</h2>
          {payment ? (
            <ButtonLink variant="quiet" small to={opsScreenPaths.recon}>
              Show All Open
            </ButtonLink>
          ) : (
            <ButtonLink variant="quiet" small to={placeOf({ show: all ? undefined : 'all' })}>
              {all ? 'Show Only Open' : 'Show Resolved Too'}
            </ButtonLink>
          )}
        </div>
        <PaginatedRows query={items}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyListMessage>
                {payment
                  ? 'Nothing differs about this payment. The card provider has the same.'
                  : "Nothing to resolve. The card provider's records match ours."}
              </EmptyListMessage>
            ) : (
              <ul className="stack">
                {rows.map((item) => (
                  <Difference key={item.id} item={item} may={may} />
                ))}
              </ul>
            )
          }
        </PaginatedRows>
      </section>
      {may.includes('recon run') && (
        <ActionForm
          title="Compare a day"
          label="Compare"
          busyLabel="Comparing..."
          to={opsRunReconciliation}
          reads={{ day: String }}
          asksReason={false}
          done="Compared. Any differences are listed above."
        >
          <TextField
            label="Day"
            name="day"
            type="date"
            hint="Leave empty for today. Past days are compared automatically."
          />
        </ActionForm>
      )}
    </ConsolePage>
  );
}

type Item = OpsReconciliationItemsReply['data'][number];

const KINDS: Readonly<Record<string, string>> = {
  review: 'Money without an order',
  unknown_reference: 'A payment we did not start',
  amount_differs: 'The amounts differ',
  missing_at_provider: 'Missing at the provider',
  not_settled: 'A payment that could not be settled',
  not_verified: 'The provider did not answer',
  not_booked: 'A refund or chargeback that could not be booked',
  unreadable: "An entry of the provider's that cannot be read",
  unreadable_webhook: 'A message of the provider that cannot be read',
  order_failed: 'Paid, but the order could not be made',
  refund: 'A refund made at the provider',
  chargeback: 'A chargeback of the shopper',
  settlement: 'A payout that does not add up',
  provider_account: "The day's totals do not add up",
};

/** Shows one difference between the provider's and the shop's records, and the form that resolves it. */
function Difference({ item, may }: { item: Item } & Pick<OpsScreenProps, 'may'>) {
  const [isOpen, setIsOpen] = useState(false);
  const title = KINDS[item.kind] ?? item.kind.replaceAll('_', ' ');
  return (
    <li className="card stack" data-gap="3">
      <h3>{title}</h3>
      <RecordFieldList
        facts={[
          ['Payment', item.paymentReference && <PaymentLink reference={item.paymentReference} may={may} />],
          ['Order', item.trackingNumber && <OrderLink trackingNumber={item.trackingNumber} may={may} />],
          ['Reference', item.reference],
          ['Day', item.day],
          [item.status === 'open' ? 'Due' : 'Was due', formatLagosDateTime(item.dueAt)],
          ['Unallocated money', parkedText(item)],
          ['Note', item.note],
          ['Our records', formatRecord(item.ours)],
          ['Their records', formatRecord(item.theirs)],
          ['Status', item.status === 'open' ? null : 'Resolved'],
        ]}
      />
      {may.includes('recon resolve') && (item.status === 'open' || item.parkedAmount !== null) && (
        <>
          <div>
            <Button variant="line" small aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {isOpen ? 'Cancel' : 'Resolve'}
            </Button>
          </div>
          {isOpen && <ResolveForm item={item} title={title} />}
        </>
      )}
    </li>
  );
}

function ResolveForm({ item, title }: { item: Item; title: string }) {
  return (
    <ActionForm
      title={`Resolve: ${title}`}
      label="Resolve"
      busyLabel="Resolving..."
      to={opsResolveReconciliationItem}
      params={{ item: String(item.id) }}
      reads={{
        reason: String,
        way: (way) => way as OpsResolveReconciliationItemBody['way'],
        email: (email, { way }) => (way === 'release' ? email : undefined),
      }}
      figures
      done="Resolved."
    >
      {item.parkedAmount !== null && (
        <>
          <SelectField
            label="Where the money goes"
            name="way"
            options={[
              { value: 'release', label: "Into the shopper's wallet" },
              { value: 'returned', label: 'Already refunded at the provider' },
            ]}
          />
          <TextField
            label="Shopper's e-mail"
            name="email"
            type="email"
            hint="Only if we do not know who paid."
            maxLength={EMAIL_LENGTH_MAX}
            optional
          />
        </>
      )}
    </ActionForm>
  );
}

function parkedText({ parkedAmount, parkedCurrency }: Item): string | null {
  if (parkedAmount === null) return null;
  return parkedCurrency === 'NGN' ? formatNairaWithKobo(parkedAmount) : `${parkedAmount} ${parkedCurrency}`;
}

/** Formats one side of a difference, the provider's or the shop's record, as text with amounts in naira. */
function formatRecord(side: unknown): string | null {
  if (side === null || typeof side !== 'object') return null;
  const text = Object.entries(side)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => formatRecordValue(name, value));
  return text.length > 0 ? text.join(', ') : null;
}

function formatRecordValue(name: string, value: unknown): string {
  const label = name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, one, two) => `${one} ${two.toLowerCase()}`);
  return /kobo$/i.test(name) && typeof value === 'number'
    ? `${label.replace(/ ?kobo$/i, '')} ${formatNairaWithKobo(value / 100)}`
    : `${label} ${String(value)}`;
}
