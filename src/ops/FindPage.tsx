import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import type { OpsFindReply } from '#contract/schemas/ops.ts';
import { readablePhone } from '../lib/format.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { OrderLink } from './CodeLinks.tsx';
import { useCarried } from './carried.ts';
import { findQuery } from './console-queries.ts';
import { Loaded } from './Loaded.tsx';
import { pageOf } from './screens.ts';
import { Table } from './Table.tsx';
import { lagosTime, paymentWords } from './words.ts';

type Found = OpsFindReply['data'];

/** What the box on top found. */
export function FindPage() {
  const q = useCarried('q') ?? '';
  const found = useQuery(findQuery(q));
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

/** An empty part is left out: as a sentence it would be read as one about the shopper. */
function Everything({ found: { shoppers, payments, products, groups } }: { found: Found }) {
  if ([shoppers, payments, products, groups].every(({ length }) => length === 0))
    return <p className="muted">Nothing was found. Try another number, name or amount.</p>;
  return (
    <>
      <Part
        label="Shoppers"
        rows={shoppers}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Name', of: ({ id, name }) => <PageLink to={pageOf('shopper', id)} words={name} /> },
          { name: 'E-mail', of: ({ email }) => email },
          { name: 'Phone', of: ({ phone }) => readablePhone(phone) },
          { name: 'Account', of: ({ locked }) => (locked ? 'Locked' : 'Open') },
        ]}
      />
      {shoppers.length > 0 && payments.length === 0 && (
        <p className="muted">
          {shoppers.length === 1 ? 'They have never begun to pay.' : 'None of them has ever begun to pay.'}
        </p>
      )}
      <Part
        label="Payments"
        about={shoppers.length > 0 ? "The last 5 of each shopper. All are on the shopper's page." : undefined}
        rows={payments}
        keyOf={({ reference }) => reference}
        columns={[
          {
            name: 'Payment',
            of: (payment) => (
              <PageLink
                to={pageOf('payment', payment.reference)}
                words={`${payment.shopper}, ${paymentWords(payment)}`}
              />
            ),
          },
          {
            name: 'Order',
            of: ({ trackingNumber }) => trackingNumber && <OrderLink trackingNumber={trackingNumber} />,
          },
          { name: 'Begun', of: ({ createdAt }) => lagosTime(createdAt) },
        ]}
      />
      <Part
        label="Products"
        rows={products}
        keyOf={({ slug }) => slug}
        columns={[
          {
            name: 'Product',
            of: ({ slug, title }) => <PageLink to={pageOf('product', slug)} words={title} />,
          },
          { name: 'State', of: ({ active }) => (active ? 'On sale' : 'Not on sale') },
          {
            name: 'Group',
            of: ({ groupId, title }) =>
              groupId && <PageLink to={pageOf('group', groupId)} words={`Open group of ${title}`} />,
          },
        ]}
      />
      <Part
        label="Groups"
        rows={groups}
        keyOf={({ groupId }) => groupId}
        columns={[
          {
            name: 'Group',
            of: ({ groupId, product, seq }) => (
              <PageLink
                to={pageOf('group', groupId)}
                words={seq === null ? product : `${product}, group ${seq}`}
              />
            ),
          },
          { name: 'Status', of: ({ status }) => <StatusBadge status={status} /> },
        ]}
      />
    </>
  );
}

interface PartProps<Row> extends Omit<ComponentProps<typeof Table<Row>>, 'empty'> {
  about?: string | undefined;
}

function Part<Row>({ about, ...table }: PartProps<Row>) {
  if (table.rows.length === 0) return null;
  return (
    <section className="stack" data-gap="3">
      <h2>{table.label}</h2>
      {about && <p className="muted">{about}</p>}
      <Table {...table} empty="" />
    </section>
  );
}

function PageLink({ to, words }: { to: string; words: string }) {
  return (
    <Link className="link" to={to}>
      {words}
    </Link>
  );
}
