import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { OPERATOR_SEARCH_LENGTH_MAX } from '#contract/limits.ts';
import { opsSearchGlobally } from '#contract/ops/console-endpoints.ts';
import type { OpsGlobalSearchReply } from '#contract/schemas/ops/console.ts';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { SearchField } from '../../ui/form/SearchField.tsx';
import styles from '../ConsoleLayout.module.css';
import { formatGroupTitle, formatLagosDateTime, formatPaymentResult } from '../display-text.ts';
import { endpointQuery } from '../frames/console-queries.ts';
import { FieldValuesForm } from '../frames/fields.tsx';
import { ConsolePage, DataTable, TitledSection } from '../frames/ListPage.tsx';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import { ConsolePageLink, GroupLink, OrderLink, PhoneLinks, ShopperLink } from '../frames/RecordPage.tsx';
import { getRecordPagePath, opsScreenPaths } from '../screens.ts';

/**
 * Returns a text that a link passed in the navigation state. It is not in the URL, because servers and proxies log
 * URLs.
 */
export function useNavigationStateValue(name: 'q' | 'friend'): string | null {
  const state = useLocation().state as Record<string, unknown> | null;
  const carried = state?.[name];
  return typeof carried === 'string' && carried !== '' ? carried : null;
}

/**
 * Shows a search box for whatever a caller can say: phone, name, number, reference. The box is on top of every screen.
 */
export function ConsoleSearchBox() {
  const navigate = useNavigate();
  const found = useNavigationStateValue('q') ?? '';
  return (
    <search className={styles.find}>
      <FieldValuesForm
        names={['q']}
        onFields={({ q }) => q !== '' && navigate(opsScreenPaths.find, { state: { q } })}
      >
        <SearchField
          placeholder="Find anything"
          name="q"
          key={found}
          defaultValue={found}
          maxLength={OPERATOR_SEARCH_LENGTH_MAX}
        />
      </FieldValuesForm>
    </search>
  );
}

/** Shows what the search box on top has found. */
export function SearchResultsPage() {
  const q = useNavigationStateValue('q') ?? '';
  const found = useQuery({ ...endpointQuery(opsSearchGlobally, { body: { q } }), enabled: q !== '' });
  return (
    <ConsolePage
      title="Find"
      about="E-mail, phone, name, tracking number, reference, provider's number, amount and day (₦1,500 20/11/2026), product, or the id of a group"
    >
      {q !== '' && <QueryStateView query={found}>{(all) => <Everything found={all} />}</QueryStateView>}
    </ConsolePage>
  );
}

/** A list without results is left out, because "no payments" would read as a statement about the shopper. */
function Everything({ found }: { found: OpsGlobalSearchReply['data'] }) {
  const { shoppers, payments, products, groups } = found;
  if (Object.values(found).every(({ length }) => length === 0))
    return <p className="muted">Nothing was found. Try another number, name or amount.</p>;
  return (
    <>
      <Found
        label="Shoppers"
        rows={shoppers}
        columns={[
          ['Name', ({ id, name }) => <ShopperLink {...{ id, name }} />],
          ['E-mail', ({ email }) => email],
          ['Phone', ({ phone }) => <PhoneLinks phone={phone} />],
          ['Account', ({ locked }) => (locked ? 'Locked' : 'Active')],
        ]}
      />
      {shoppers.length > 0 && payments.length === 0 && (
        <p className="muted">{shoppers.length === 1 ? 'No payments yet.' : 'None of them has paid yet.'}</p>
      )}
      <Found
        label="Payments"
        about={shoppers.length > 0 && "The last 5 of each shopper. The shopper's page has them all."}
        rows={payments}
        columns={[
          [
            'Payment',
            (payment) => (
              <ConsolePageLink to={getRecordPagePath('payment', payment.reference)}>
                {`${payment.shopper}, ${formatPaymentResult(payment)}`}
              </ConsolePageLink>
            ),
          ],
          ['Order', ({ trackingNumber }) => trackingNumber && <OrderLink trackingNumber={trackingNumber} />],
          ['Started', ({ createdAt }) => formatLagosDateTime(createdAt)],
        ]}
      />
      <Found
        label="Products"
        rows={products}
        columns={[
          [
            'Product',
            ({ slug, title }) => (
              <ConsolePageLink to={getRecordPagePath('product', slug)}>{title}</ConsolePageLink>
            ),
          ],
          ['Status', ({ active }) => (active ? 'On sale' : 'Not on sale')],
          [
            'Group',
            ({ groupId, title }) => groupId && <GroupLink id={groupId} name={`Open group of ${title}`} />,
          ],
        ]}
      />
      <FoundGroups groups={groups} />
    </>
  );
}

function FoundGroups({ groups }: Pick<OpsGlobalSearchReply['data'], 'groups'>) {
  return (
    <Found
      label="Groups"
      rows={groups}
      columns={[
        ['Group', (one) => <GroupLink id={one.groupId} name={formatGroupTitle(one)} />],
        ['Status', ({ status }) => <StatusBadge status={status} />],
      ]}
    />
  );
}

interface FoundProps<Row> extends Omit<ComponentProps<typeof DataTable<Row>>, 'empty'> {
  about?: string | false;
}

function Found<Row>({ about, ...table }: FoundProps<Row>) {
  if (table.rows.length === 0) return null;
  return (
    <TitledSection title={table.label}>
      {about && <p className="muted">{about}</p>}
      <DataTable {...table} empty="" />
    </TitledSection>
  );
}
