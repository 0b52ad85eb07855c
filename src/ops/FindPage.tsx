import { useQuery } from '@tanstack/react-query';
import { readablePhone } from '../lib/format.ts';
import { Link, useLocation } from '../lib/navigation.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { findQuery } from './console-queries.ts';
import { Loaded } from './Loaded.tsx';
import { pageOf } from './screens.ts';
import { Table } from './Table.tsx';
import { lagosTime, paymentWords } from './words.ts';

/** What the box on top found. */
export function FindPage() {
  const q = new URLSearchParams(useLocation().search).get('q') ?? '';
  const found = useQuery(findQuery(q));
  return (
    <div className="stack" data-gap="5">
      <h1>Find</h1>
      <p className="muted">
        E-mail, phone, name, tracking number, reference, provider's number, amount and day (₦1,500
        20/11/2026), product, or the id of a group
      </p>
      {q !== '' && (
        <Loaded query={found}>
          {({ shoppers, payments, products, groups }) => (
            <>
              <section className="stack" data-gap="3">
                <h2>Shoppers</h2>
                <Table
                  label="Shoppers"
                  rows={shoppers}
                  empty="No shopper."
                  keyOf={({ id }) => id}
                  columns={[
                    {
                      name: 'Name',
                      of: ({ id, name }) => (
                        <Link className="link" to={pageOf('shopper', id)}>
                          {name}
                        </Link>
                      ),
                    },
                    { name: 'E-mail', of: ({ email }) => email },
                    { name: 'Phone', of: ({ phone }) => readablePhone(phone) },
                    { name: 'Account', of: ({ locked }) => (locked ? 'Locked' : 'Open') },
                  ]}
                />
              </section>
              <section className="stack" data-gap="3">
                <h2>Payments</h2>
                <Table
                  label="Payments"
                  rows={payments}
                  empty="No payment."
                  keyOf={({ reference }) => reference}
                  columns={[
                    {
                      name: 'Payment',
                      of: (payment) => (
                        <Link className="link" to={pageOf('payment', payment.reference)}>
                          {payment.shopper}, {paymentWords(payment)}
                        </Link>
                      ),
                    },
                    {
                      name: 'Order',
                      of: ({ trackingNumber }) =>
                        trackingNumber && (
                          <Link className="link" to={pageOf('order', trackingNumber)}>
                            {trackingNumber}
                          </Link>
                        ),
                    },
                    { name: 'Begun', of: ({ createdAt }) => lagosTime(createdAt) },
                  ]}
                />
              </section>
              {products.length > 0 && (
                <section className="stack" data-gap="3">
                  <h2>Products</h2>
                  <Table
                    label="Products"
                    rows={products}
                    empty=""
                    keyOf={({ slug }) => slug}
                    columns={[
                      {
                        name: 'Product',
                        of: ({ slug, title }) => (
                          <Link className="link" to={pageOf('product', slug)}>
                            {title}
                          </Link>
                        ),
                      },
                      { name: 'State', of: ({ active }) => (active ? 'On sale' : 'Not on sale') },
                      {
                        name: 'Group',
                        of: ({ groupId, title }) =>
                          groupId && (
                            <Link className="link" to={pageOf('group', groupId)}>
                              {`Open group of ${title}`}
                            </Link>
                          ),
                      },
                    ]}
                  />
                </section>
              )}
              {groups.length > 0 && (
                <section className="stack" data-gap="3">
                  <h2>Groups</h2>
                  <Table
                    label="Groups"
                    rows={groups}
                    empty=""
                    keyOf={({ groupId }) => groupId}
                    columns={[
                      {
                        name: 'Group',
                        of: ({ groupId, product, seq }) => (
                          <Link className="link" to={pageOf('group', groupId)}>
                            {seq === null ? product : `${product}, group ${seq}`}
                          </Link>
                        ),
                      },
                      { name: 'Status', of: ({ status }) => <StatusBadge status={status} /> },
                    ]}
                  />
                </section>
              )}
            </>
          )}
        </Loaded>
      )}
    </div>
  );
}
