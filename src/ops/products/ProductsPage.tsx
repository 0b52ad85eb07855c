import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { SEARCH_MAX } from '#contract/limits.ts';
import { opsExportProducts } from '#contract/ops-products-endpoints.ts';
import { send } from '../../lib/api-send.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { ChipLinks } from '../../ui/ChipLinks.tsx';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { Note } from '../../ui/Note.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { fieldsOf } from '../form-fields.ts';
import { Loaded } from '../Loaded.tsx';
import { saveFile } from '../save-file.ts';
import { opsScreens, pageOf } from '../screens.ts';
import { Table } from '../Table.tsx';
import { moneyText, progressText } from '../words.ts';
import styles from './Products.module.css';
import { PRODUCTS_PAGE, productsQuery } from './product-queries.ts';

const STATES = [
  { status: undefined, label: 'All' },
  { status: 'active', label: 'On sale' },
  { status: 'inactive', label: 'Not on sale' },
] as const;

/** Every product, searched at the server, a page at a time; the page stands in the address. */
export function ProductsPage({ may }: { may: readonly string[] }) {
  const navigate = useNavigate();
  const asked = new URLSearchParams(useLocation().search);
  const q = asked.get('q') || undefined;
  const status = STATES.find((one) => one.status === asked.get('status'))?.status;
  const after = asked.get('after') || undefined;
  const products = useQuery(productsQuery({ q, status, after }));
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    navigate(placeOf({ status, q: fieldsOf(event.currentTarget, ['q']).q }));
  };
  return (
    <div className="stack" data-gap="5">
      <header className={styles.head}>
        <h1>Products</h1>
        <div className="row" data-gap="2" data-wrap>
          {may.includes('product add') && (
            <ButtonLink small to={opsScreens.newProduct}>
              New Product
            </ButtonLink>
          )}
          {may.includes('product import') && (
            <ButtonLink variant="soft" small to={opsScreens.importProducts}>
              Import
            </ButtonLink>
          )}
          <Export />
        </div>
      </header>
      <ChipLinks
        label="On sale"
        links={STATES.map((one) => ({
          label: one.label,
          to: placeOf({ q, status: one.status }),
          isCurrent: one.status === status,
        }))}
      />
      <search>
        <form onSubmit={handleSubmit}>
          <SearchField
            placeholder="Title or address name"
            name="q"
            key={q}
            defaultValue={q}
            maxLength={SEARCH_MAX}
          />
        </form>
      </search>
      <Loaded query={products}>
        {(rows) => (
          <>
            <Table
              label="Products"
              rows={rows}
              empty="There are no such products."
              keyOf={({ slug }) => slug}
              columns={[
                {
                  name: 'Product',
                  of: ({ slug, title, picture }) => (
                    <span className={styles.named}>
                      <span className={styles.thumb}>
                        {picture && <LazyImage picture={picture} alt="" shape="thumb" sizes="48px" />}
                      </span>
                      <Link className="link" to={pageOf('product', slug)}>
                        {title}
                      </Link>
                    </span>
                  ),
                },
                {
                  name: 'State',
                  of: ({ active }) => (
                    <Badge tone={active ? 'success' : 'plain'}>{active ? 'On sale' : 'Not on sale'}</Badge>
                  ),
                },
                { name: 'From', of: ({ fromPrice }) => moneyText(fromPrice), isFigure: true },
                { name: 'Group price', of: ({ price }) => moneyText(price), isFigure: true },
                { name: 'Standard price', of: ({ basePrice }) => moneyText(basePrice), isFigure: true },
                {
                  name: 'In its group',
                  of: ({ unitsSold, minimumViableUnits, baseUnit }) =>
                    progressText(unitsSold, minimumViableUnits, baseUnit),
                  isFigure: true,
                },
              ]}
            />
            <nav className="row" data-gap="2" aria-label="Pages">
              {after && (
                <ButtonLink variant="line" to={placeOf({ q, status })}>
                  To the First
                </ButtonLink>
              )}
              {rows.length === PRODUCTS_PAGE && (
                <ButtonLink variant="line" to={placeOf({ q, status, after: rows.at(-1)?.slug })}>
                  Next Page
                </ButtonLink>
              )}
            </nav>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Export() {
  const exported = useMutation({
    mutationFn: async () => {
      const { data } = await send(opsExportProducts, {}, {});
      saveFile('products.csv', 'text/csv', data.csv);
    },
  });
  return (
    <>
      <Button
        variant="line"
        small
        onClick={() => exported.mutate()}
        busyLabel={exported.isPending && 'Exporting...'}
      >
        Export CSV
      </Button>
      {exported.error && (
        <Note kind="error">{errorMessage(exported.error, 'It could not be exported.')}</Note>
      )}
    </>
  );
}

function placeOf(wanted: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(wanted).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return pairs.length === 0 ? opsScreens.products : `${opsScreens.products}?${new URLSearchParams(pairs)}`;
}
