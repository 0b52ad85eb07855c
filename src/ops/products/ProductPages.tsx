import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { OPERATOR_REASON_LENGTH_MAX, SLUG_LENGTH_MAX, SLUG_PATTERN } from '#contract/limits.ts';
import {
  opsActivateProduct,
  opsAddProduct,
  opsDeactivateProduct,
  opsEditProduct,
  opsGetProduct,
} from '#contract/ops-products-endpoints.ts';
import { buildSlugFromTitle } from '#contract/rules/product-slug.ts';
import type { OpsProductChangeReply, OpsProductDetails } from '#contract/schemas/ops-products.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { screenPaths } from '../../lib/paths.ts';
import { Button } from '../../ui/control/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { formatGroupProgress, formatLagosTime, formatMoney, formatQuantity } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { DataTable, TitledSection } from '../frames/ListPage.tsx';
import { ConsolePageLink, RecordFieldList, RecordPage } from '../frames/RecordPage.tsx';
import { endpointQuery, refetchQueries } from '../frames/read.ts';
import { getRecordPagePath, type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import { ProductFieldChanges } from './FieldChanges.tsx';
import { ProductForm } from './ProductForm.tsx';
import styles from './Products.module.css';
import { OnSaleBadge } from './ProductsPage.tsx';
import {
  getChangedProductFields,
  NEW_PRODUCT_DRAFT,
  toProductDraft,
  toProductEditBody,
  toSavedProductDraft,
} from './product-draft.ts';
import { deleteSavedProductDraft, readSavedProductDraft, saveProductDraft } from './saved-draft.ts';

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
            <OnSaleBadge active={active} />
            <span className={`muted small ${styles.longName}`}>{slug}</span>
            {active && (
              // The shop is another app, so this is a full page load.
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

function Now({ product: { now, group, sellingUnitsData } }: { product: OpsProductDetails }) {
  const baseUnit = sellingUnitsData.enabled ? sellingUnitsData.baseUnitName : null;
  return (
    <TitledSection title="Current prices">
      <RecordFieldList
        facts={[
          ['Group price', formatMoney(now.price)],
          ['Standard price', formatMoney(now.basePrice)],
          ['A group needs', formatQuantity(now.minimumViableUnits, baseUnit)],
          [
            'Its open group',
            group &&
              `${formatGroupProgress(group.unitsSold, group.minimumViableUnits, baseUnit)}, until ${formatLagosTime(group.deadline)}`,
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
            ['Group price', ({ price }) => formatMoney(price), 'figure'],
            ['Standard price', ({ basePrice }) => formatMoney(basePrice), 'figure'],
            ['On sale', ({ isOffered }) => (isOffered ? 'Yes' : 'No')],
          ]}
        />
      )}
    </TitledSection>
  );
}

function Edit({ product }: { product: OpsProductDetails }) {
  const queryClient = useQueryClient();
  // The form's initial values change only after a save, never while an operator types.
  const [base, setBase] = useState(() => toProductDraft(product));
  const [saved, setSaved] = useState<OpsProductChangeReply['data']>();
  const { slug } = product;
  return (
    <section className="stack" data-gap="4">
      <h2>Edit</h2>
      <ProductForm
        label="Edit the product"
        initial={base}
        button="Save"
        busyLabel="Saving..."
        isSame={(draft) => Object.keys(getChangedProductFields(base, draft)).length === 0}
        save={async (draft, idempotencyKey) => {
          const body = getChangedProductFields(base, draft);
          const { data } = await sendApiRequest(opsEditProduct, { params: { slug }, body, idempotencyKey });
          setSaved(data);
          setBase(toSavedProductDraft(draft));
          await refetchQueries(queryClient);
        }}
        done={
          <>
            <MessageBox kind="success">
              {`Saved.${saved?.isKeptInGroup ? ' Its open group keeps the price and minimum it opened with.' : ''}`}
            </MessageBox>
            {saved?.fields && <ProductFieldChanges change={{ slug, isNew: false, fields: saved.fields }} />}
          </>
        }
      />
    </section>
  );
}

function Switch({ product: { slug, active, pictures } }: { product: OpsProductDetails }) {
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
      done={active ? 'No longer on sale.' : 'Now on sale.'}
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

/** Creates a product. It goes on sale only after an operator activates it. */
export function NewProductPage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const [kept, setKept] = useState(readSavedProductDraft);
  return (
    <div className="stack" data-gap="5">
      <header className="stack" data-gap="2">
        <ConsolePageLink to={opsScreenPaths.products}>All products</ConsolePageLink>
        <h1>New product</h1>
        <p className="muted">
          Shoppers see it only after you put it on sale. What you type stays on this device until you save it.
        </p>
      </header>
      {kept && (
        <MessageBox
          kind="info"
          action={
            <Button
              variant="quiet"
              small
              onClick={() => {
                deleteSavedProductDraft();
                setKept(null);
              }}
            >
              Start Over
            </Button>
          }
        >
          This is what you typed before and did not save.
        </MessageBox>
      )}
      <ProductForm
        key={String(kept !== null)}
        label="New product"
        initial={kept ?? NEW_PRODUCT_DRAFT}
        keep={saveProductDraft}
        button="Save Product"
        busyLabel="Saving..."
        save={async (draft, idempotencyKey) => {
          const slug = typed ?? buildSlugFromTitle(draft.title);
          await sendApiRequest(opsAddProduct, {
            body: { slug, ...toProductEditBody(draft) },
            idempotencyKey,
          });
          deleteSavedProductDraft();
          await refetchQueries(queryClient);
          navigate(getRecordPagePath('product', slug), { replace: true });
        }}
        done={null}
      >
        {(title) => (
          <TextField
            label="Web name"
            hint="The last part of its web address, suggested from the title. It cannot be changed later."
            title="Lower-case letters a to z, digits, and single dashes between them, for example palm-oil-25l."
            value={typed ?? buildSlugFromTitle(title)}
            onChange={(event) => setTyped(event.target.value.trim())}
            pattern={SLUG_PATTERN.source}
            maxLength={SLUG_LENGTH_MAX}
            autoComplete="off"
            autoCapitalize="off"
            required
          />
        )}
      </ProductForm>
    </div>
  );
}
