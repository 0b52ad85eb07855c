import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OPERATOR_REASON_LENGTH_MAX } from '#contract/limits.ts';
import {
  opsActivateProduct,
  opsDeactivateProduct,
  opsEditProduct,
  opsGetProduct,
} from '#contract/ops/products-endpoints.ts';
import { formatBaseUnitQuantity, formatBaseUnitsOfTotal } from '#contract/rules/product/unit-quantity.ts';
import type { OpsProduct, OpsSaveProductReply } from '#contract/schemas/ops/products.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { screenPaths } from '../../lib/paths.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { formatLagosDateTime, formatNairaWithKobo } from '../display-text.ts';
import { ActionForm, useShowActionMessage } from '../frames/ActionForm.tsx';
import { createConflictError, RELOAD_ADVICE } from '../frames/conflict-error.ts';
import { endpointQuery, refetchEndpoints } from '../frames/console-queries.ts';
import { DataTable, TitledSection } from '../frames/ListPage.tsx';
import { ConsolePageLink, RecordFieldList, RecordPage } from '../frames/RecordPage.tsx';
import { createUndoRequest, MessageWithUndoButton, type UndoRequest } from '../frames/Undo.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import { getProductFieldLabel, ProductFieldChanges } from './ProductFieldChanges.tsx';
import { ProductForm } from './ProductForm.tsx';
import styles from './Products.module.css';
import { OnSaleStatusBadge } from './ProductsPage.tsx';
import { createProductUndoRequest } from './product-conflicts.ts';
import {
  findConflictingProductFields,
  getChangedProductFields,
  type ProductDraft,
  toProductDraft,
  toProductDraftAfterSave,
  toProductEditBody,
} from './product-draft.ts';

/** Shows one product: its current prices for shoppers, all editable fields, and whether it is on sale. */
export function ProductEditPage({ id, may }: OpsScreenProps) {
  return (
    <RecordPage
      title="Product"
      reads={endpointQuery(opsGetProduct, { params: { slug: id } })}
      auditTarget={`product:${id}`}
      heading={({ title, active, slug }) => (
        <header className="stack" data-gap="2">
          <ConsolePageLink to={opsScreenPaths.products}>All products</ConsolePageLink>
          <h1>{title}</h1>
          <div className="row" data-gap="3" data-wrap>
            <OnSaleStatusBadge active={active} />
            <span className={`muted small ${styles.longName}`}>{slug}</span>
            {active && (
              // The link to the shop loads a whole page, because the shop is another app.
              <a className="link" href={screenPaths.product(slug)} target="_blank" rel="noreferrer">
                View in the shop
              </a>
            )}
          </div>
        </header>
      )}
    >
      {(known) => (
        <>
          <Now product={known} />
          {may.includes('product edit') && <Edit product={known} />}
          {may.includes('product edit') && <Switch product={known} />}
        </>
      )}
    </RecordPage>
  );
}

function Now({ product: { now, group, sellingUnitsData } }: { product: OpsProduct }) {
  const baseUnit = sellingUnitsData.enabled ? sellingUnitsData.baseUnitName : null;
  return (
    <TitledSection title="Current prices">
      <RecordFieldList
        facts={[
          ['Group price', formatNairaWithKobo(now.price)],
          ['Standard price', formatNairaWithKobo(now.basePrice)],
          ['A group needs', formatBaseUnitQuantity(now.minimumViableUnits, baseUnit)],
          [
            'Its open group',
            group &&
              `${formatBaseUnitsOfTotal(group.unitsSold, group.minimumViableUnits, baseUnit)}, until ${formatLagosDateTime(group.deadline)}`,
          ],
        ]}
      />
      {now.units.length > 0 && (
        <DataTable
          label="Selling units"
          rows={now.units}
          empty=""
          columns={[
            ['Unit', ({ displayName }) => displayName],
            ['Group price', ({ price }) => formatNairaWithKobo(price), 'figure'],
            ['Standard price', ({ basePrice }) => formatNairaWithKobo(basePrice), 'figure'],
            ['On sale', ({ isOffered }) => (isOffered ? 'Yes' : 'No')],
          ]}
        />
      )}
    </TitledSection>
  );
}

/** A saved change, and the form's earlier values, which undo restores. */
interface Saved {
  data: OpsSaveProductReply['data'];
  before: ProductDraft;
  undo: UndoRequest;
}

function Edit({ product }: { product: OpsProduct }) {
  const queryClient = useQueryClient();
  // The form's initial values change only after a save or undo, so that a refetch never overwrites what an operator
  // types.
  const [base, setBase] = useState(() => toProductDraft(product));
  const [saved, setSaved] = useState<Saved>();
  // This number is the form's React key: after an undo, React mounts the form again with the restored values.
  const [undoneCount, setUndoneCount] = useState(0);
  const showMessage = useShowActionMessage();
  const { slug } = product;
  const handleUndone = () => {
    if (saved) setBase(saved.before);
    setSaved(undefined);
    setUndoneCount((count) => count + 1);
    showMessage('Undone. The product is as it was before.');
  };
  return (
    <section className="stack" data-gap="4">
      <h2>Edit</h2>
      <ProductForm
        key={undoneCount}
        label="Edit the product"
        initial={base}
        button="Save"
        busyLabel="Saving..."
        isSame={(draft) => Object.keys(getChangedProductFields(base, draft)).length === 0}
        save={async (draft, idempotencyKey) => {
          const body = getChangedProductFields(base, draft);
          const stored = await sendApiRequest(opsGetProduct, { params: { slug } });
          const lost = findConflictingProductFields(base, draft, toProductDraft(stored.data));
          if (lost.length > 0) throw createConflictError(lost.map(getProductFieldLabel), RELOAD_ADVICE);
          const { data } = await sendApiRequest(opsEditProduct, { params: { slug }, body, idempotencyKey });
          const old = toProductEditBody(base);
          const names = Object.keys(body) as (keyof typeof body)[];
          const earlier = Object.fromEntries(names.map((name) => [name, old[name]]));
          const undo = createProductUndoRequest([data], async ({ body: how, ...rest }) => {
            const parts = { params: { slug }, body: { ...earlier, ...how }, ...rest };
            return [(await sendApiRequest(opsEditProduct, parts)).data];
          });
          setSaved({ data, before: base, undo });
          setBase(toProductDraftAfterSave(draft));
          await refetchEndpoints(queryClient);
        }}
        done={
          <>
            {saved && (
              <MessageWithUndoButton undo={[saved.undo]} onUndone={handleUndone}>
                {`Saved.${saved.data.isKeptInGroup ? ' Its open group keeps the price and minimum it opened with.' : ''}`}
              </MessageWithUndoButton>
            )}
            {saved?.data.fields && (
              <ProductFieldChanges change={{ slug, isNew: false, fields: saved.data.fields }} />
            )}
          </>
        }
      />
    </section>
  );
}

function Switch({ product: { slug, title, active, pictures } }: { product: OpsProduct }) {
  return (
    <ActionForm
      key={String(active)}
      title={active ? 'Take off sale' : 'Put on sale'}
      label={active ? 'Take Off Sale' : 'Put on Sale'}
      busyLabel={active ? 'Saving...' : 'Saving...'}
      to={active ? opsDeactivateProduct : opsActivateProduct}
      params={{ slug }}
      reads={{ reason: String }}
      asksReason={false}
      successMessage={() => (active ? `${title} is no longer on sale.` : `${title} is on sale now.`)}
      undo={() => [
        createUndoRequest(active ? opsActivateProduct : opsDeactivateProduct, { params: { slug }, body: {} }),
      ]}
    >
      <p className="muted small">
        {active
          ? 'Groups that are already open continue. New shoppers no longer see it.'
          : 'Shoppers see it immediately.'}
      </p>
      {active && <TextField label="Reason" name="reason" maxLength={OPERATOR_REASON_LENGTH_MAX} optional />}
      {!active && pictures.length === 0 && (
        <MessageBox kind="warning">No image yet: shoppers see a placeholder.</MessageBox>
      )}
    </ActionForm>
  );
}
