import { useInfiniteQuery } from '@tanstack/react-query';
import { SEARCH_MAX } from '#contract/limits.ts';
import { opsExportProducts, opsProducts } from '#contract/ops-products-endpoints.ts';
import { send } from '../../lib/api-send.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { moneyText, progressText } from '../display-text.ts';
import { FilterChips, FilterSearch, ListPage, useFilters } from '../frames/ListPage.tsx';
import { PageLink } from '../frames/RecordPage.tsx';
import { pagedEndpointQuery } from '../frames/read.ts';
import { SaveFile } from '../frames/SaveFile.tsx';
import { opsScreens, pageOf, type ScreenProps } from '../screens.ts';
import styles from './Products.module.css';

const STATES = [
  { label: 'All' },
  { value: 'active', label: 'On sale' },
  { value: 'inactive', label: 'Not on sale' },
] as const;

/** Lists all products page by page; the server searches them. */
export function ProductsPage({ may }: Pick<ScreenProps, 'may'>) {
  const filters = useFilters(['q', 'status']);
  const { q, status: asked } = filters.chosen;
  const status = asked === 'active' || asked === 'inactive' ? asked : undefined;
  return (
    <ListPage
      title="Products"
      actions={
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
          <SaveFile
            label="Export CSV"
            busyLabel="Exporting..."
            name="products.csv"
            type="text/csv"
            read={async () => (await send(opsExportProducts, {})).data.csv}
            failedWords="It could not be exported."
          />
        </div>
      }
      query={useInfiniteQuery(
        pagedEndpointQuery(opsProducts, { q, status }, ({ slug }) => ({ after: slug })),
      )}
      empty="No products found."
      columns={[
        [
          'Product',
          ({ slug, title, picture }) => (
            <span className="row" data-align="baseline">
              <span className={styles.thumb}>
                {picture && <LazyImage picture={picture} alt="" shape="thumb" sizes="48px" />}
              </span>
              <PageLink to={pageOf('product', slug)}>{title}</PageLink>
            </span>
          ),
        ],
        ['Status', ({ active }) => <SaleBadge active={active} />],
        ['From', ({ fromPrice }) => moneyText(fromPrice), 'figure'],
        ['Group price', ({ price }) => moneyText(price), 'figure'],
        ['Standard price', ({ basePrice }) => moneyText(basePrice), 'figure'],
        [
          'Open group',
          ({ unitsSold, minimumViableUnits, baseUnit }) =>
            progressText(unitsSold, minimumViableUnits, baseUnit),
          'figure',
        ],
      ]}
    >
      <FilterChips filters={filters} name="status" label="On sale" options={STATES} />
      <FilterSearch filters={filters} name="q" placeholder="Title or web name" maxLength={SEARCH_MAX} />
    </ListPage>
  );
}

export function SaleBadge({ active }: { active: boolean }) {
  return <Badge tone={active ? 'success' : 'plain'}>{active ? 'On sale' : 'Not on sale'}</Badge>;
}
