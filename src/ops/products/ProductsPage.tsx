import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_ROWS_MAX, SEARCH_LENGTH_MAX } from '#contract/limits.ts';
import { opsExportProducts, opsListProducts } from '#contract/ops/products-endpoints.ts';
import { formatBaseUnitsOfTotal } from '#contract/rules/product/unit-quantity.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { Button, ButtonLink } from '../../ui/control/Button.tsx';
import { LabelBadge } from '../../ui/display/LabelBadge.tsx';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { LazyImage } from '../../ui/image/LazyImage.tsx';
import { formatNairaWithKobo } from '../display-text.ts';
import { pagedEndpointQuery } from '../frames/console-queries.ts';
import { DownloadFileButton } from '../frames/DownloadFileButton.tsx';
import { FilterChips, FilterSearchField, ListPage, useUrlFilters } from '../frames/ListPage.tsx';
import { ConsolePageLink } from '../frames/RecordPage.tsx';
import { getRecordPagePath, type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import { BulkEditProductsForm } from './BulkEditProductsForm.tsx';
import { InlinePriceEditor } from './InlinePriceEditor.tsx';
import styles from './Products.module.css';

const STATES = [
  { label: 'All' },
  { value: 'active', label: 'On sale' },
  { value: 'inactive', label: 'Not on sale' },
  { value: 'incomplete', label: 'Without picture or description' },
] as const;

const NO_PRODUCTS = { empty: 'No products yet. Add the first one or import a list.' };
const NO_MATCH = {
  empty: 'No products match. Choose another filter or search for another title.',
  emptyAction: (
    <ButtonLink variant="soft" small to={opsScreenPaths.products}>
      Show All Products
    </ButtonLink>
  ),
};

/** Lists all products page by page; the server searches them. Chosen ones can be changed together. */
export function ProductsPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const filters = useUrlFilters(['q', 'status']);
  const { q, status: statusText } = filters.chosen;
  const status = STATES.map((one) => ('value' in one ? one.value : undefined)).find(
    (one) => one === statusText,
  );
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const mayEdit = may.includes('product edit');
  const products = useInfiniteQuery(
    pagedEndpointQuery(opsListProducts, { q, status }, ({ slug }) => ({ after: slug })),
  );
  return (
    <ListPage
      title="Products"
      actions={<ProductListActions may={may} />}
      query={products}
      {...(q || status ? NO_MATCH : NO_PRODUCTS)}
      columns={[
        [
          'Product',
          ({ slug, title, picture }) => (
            <span className={`row ${styles.product}`} data-align="baseline">
              {mayEdit && (
                <CheckboxField
                  checked={chosen.includes(slug)}
                  disabled={chosen.length === LIST_ROWS_MAX && !chosen.includes(slug)}
                  onChange={(isChosen) =>
                    setChosen((now) => (isChosen ? [...now, slug] : now.filter((one) => one !== slug)))
                  }
                >
                  <span className="sr">{`Choose ${title}`}</span>
                </CheckboxField>
              )}
              <span className={styles.thumb}>
                {picture && <LazyImage image={picture} alt="" shape="thumb" sizes="48px" />}
              </span>
              <ConsolePageLink to={getRecordPagePath('product', slug)}>{title}</ConsolePageLink>
            </span>
          ),
        ],
        ['Status', ({ active }) => <OnSaleStatusBadge active={active} />],
        ['From', ({ fromPrice }) => formatNairaWithKobo(fromPrice), 'figure'],
        [
          'Group price',
          ({ slug, title, price }) =>
            mayEdit ? <InlinePriceEditor {...{ slug, title, price }} /> : formatNairaWithKobo(price),
          'figure',
        ],
        ['Standard price', ({ basePrice }) => formatNairaWithKobo(basePrice), 'figure'],
        [
          'Open group',
          ({ unitsSold, minimumViableUnits, baseUnit }) =>
            formatBaseUnitsOfTotal(unitsSold, minimumViableUnits, baseUnit),
          'figure',
        ],
      ]}
    >
      <FilterChips filters={filters} name="status" label="On sale" options={STATES} />
      <FilterSearchField
        filters={filters}
        name="q"
        placeholder="Title or web name"
        maxLength={SEARCH_LENGTH_MAX}
      />
      {mayEdit && (
        <ChangeChosen
          chosen={chosen}
          shown={products.data?.map(({ slug }) => slug) ?? []}
          onChoose={setChosen}
        />
      )}
    </ListPage>
  );
}

interface ChosenProps {
  chosen: readonly string[];
  /** The products loaded so far. */
  shown: readonly string[];
  onChoose: (slugs: readonly string[]) => void;
}

function ChangeChosen({ chosen, shown, onChoose }: ChosenProps) {
  return (
    <>
      <div className="row" data-gap="2" data-wrap>
        <Button variant="line" small onClick={() => onChoose(shown.slice(0, LIST_ROWS_MAX))}>
          Choose All Shown
        </Button>
        {chosen.length > 0 && (
          <Button variant="quiet" small onClick={() => onChoose([])}>
            Choose None
          </Button>
        )}
      </div>
      {chosen.length > 0 && (
        <BulkEditProductsForm key={chosen.join()} slugs={chosen} onDone={() => onChoose([])} />
      )}
    </>
  );
}

function ProductListActions({ may }: Pick<OpsScreenProps, 'may'>) {
  return (
    <div className="row" data-gap="2" data-wrap>
      {may.includes('product add') && (
        <ButtonLink small to={opsScreenPaths.newProduct}>
          New Product
        </ButtonLink>
      )}
      {may.includes('product import') && (
        <ButtonLink variant="soft" small to={opsScreenPaths.importProducts}>
          Import
        </ButtonLink>
      )}
      <DownloadFileButton
        label="Export CSV"
        name="products.csv"
        read={async () => (await sendApiRequest(opsExportProducts, {})).data.csv}
      />
    </div>
  );
}

export function OnSaleStatusBadge({ active }: { active: boolean }) {
  return <LabelBadge tone={active ? 'success' : 'plain'}>{active ? 'On sale' : 'Not on sale'}</LabelBadge>;
}
