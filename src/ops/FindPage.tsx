import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { OPERATOR_SEARCH_MAX } from '#contract/limits.ts';
import { opsFind } from '#contract/ops-endpoints.ts';
import type { OpsFindReply } from '#contract/schemas/ops.ts';
import { readablePhone } from '../lib/format.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { groupTitle, lagosTime, paymentText } from './display-text.ts';
import styles from './Frame.module.css';
import { FieldsForm } from './frames/fields.tsx';
import { Part, Table } from './frames/ListPage.tsx';
import { Loaded } from './frames/Loaded.tsx';
import { OrderLink, PageLink } from './frames/RecordPage.tsx';
import { endpointQuery } from './frames/read.ts';
import { opsScreens, pageOf } from './screens.ts';

/**
 * Reads data that a link passes in the navigation state. The address would put names of shoppers into the logs of
 * servers and proxies. It survives a reload, so its shape is checked.
 */
export function useLinkState(name: 'q' | 'friend'): string | null {
  const state = useLocation().state as Record<string, unknown> | null;
  const carried = state?.[name];
  return typeof carried === 'string' && carried !== '' ? carried : null;
}

/** Accepts anything that a caller can say: phone, name, number, reference. It is on top of every screen. */
export function FindBox() {
  const navigate = useNavigate();
  const found = useLinkState('q') ?? '';
  return (
    <search className={styles.find}>
      <FieldsForm names={['q']} onFields={({ q }) => q !== '' && navigate(opsScreens.find, { state: { q } })}>
        <SearchField
          placeholder="Find anything"
          name="q"
          key={found}
          defaultValue={found}
          maxLength={OPERATOR_SEARCH_MAX}
        />
      </FieldsForm>
    </search>
  );
}

/** Shows what the search box on top has found. */
export function FindPage() {
  const q = useLinkState('q') ?? '';
  const found = useQuery({ ...endpointQuery(opsFind, { body: { q } }), enabled: q !== '' });
  return (
    <div className="stack" data-gap="5">
      <h1>Find</h1>
      <p className="muted">
        E-mail, phone, name, tracking number, reference, provider's number, amount and day (₦1,500
        20/11/2026), product, or the id of a group
      </p>
      {q !== '' && <Loaded query={found}>{(all) => <Everything found={all} />}</Loaded>}
    </div>
  );
}

/** Omits a list without results: an empty message there would read as a statement about the shopper. */
function Everything({ found }: { found: OpsFindReply['data'] }) {
  const { shoppers, payments, products, groups } = found;
  if (Object.values(found).every(({ length }) => length === 0))
    return <p className="muted">Nothing was found. Try another number, name or amount.</p>;
  return (
    <>
      <Found
        label="Shoppers"
        rows={shoppers}
        columns={[
          ['Name', ({ id, name }) => <PageLink to={pageOf('shopper', id)}>{name}</PageLink>],
          ['E-mail', ({ email }) => email],
          ['Phone', ({ phone }) => readablePhone(phone)],
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
              <PageLink to={pageOf('payment', payment.reference)}>
                {`${payment.shopper}, ${paymentText(payment)}`}
              </PageLink>
            ),
          ],
          ['Order', ({ trackingNumber }) => trackingNumber && <OrderLink trackingNumber={trackingNumber} />],
          ['Started', ({ createdAt }) => lagosTime(createdAt)],
        ]}
      />
      <Found
        label="Products"
        rows={products}
        columns={[
          ['Product', ({ slug, title }) => <PageLink to={pageOf('product', slug)}>{title}</PageLink>],
          ['Status', ({ active }) => (active ? 'On sale' : 'Not on sale')],
          [
            'Group',
            ({ groupId, title }) =>
              groupId && <PageLink to={pageOf('group', groupId)}>{`Open group of ${title}`}</PageLink>,
          ],
        ]}
      />
      <Found
        label="Groups"
        rows={groups}
        columns={[
          ['Group', (one) => <PageLink to={pageOf('group', one.groupId)}>{groupTitle(one)}</PageLink>],
          ['Status', ({ status }) => <StatusBadge status={status} />],
        ]}
      />
    </>
  );
}

interface FoundProps<Row> extends Omit<ComponentProps<typeof Table<Row>>, 'empty'> {
  about?: string | false;
}

function Found<Row>({ about, ...table }: FoundProps<Row>) {
  if (table.rows.length === 0) return null;
  return (
    <Part title={table.label}>
      {about && <p className="muted">{about}</p>}
      <Table {...table} empty="" />
    </Part>
  );
}
