import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { OPERATOR_REASON_MAX, SLUG_MAX, SLUG_PATTERN } from '#contract/limits.ts';
import {
  opsActivateProduct,
  opsAddProduct,
  opsDeactivateProduct,
  opsEditProduct,
  opsProduct,
} from '#contract/ops-products-endpoints.ts';
import { slugFromTitle } from '#contract/rules/product-slug.ts';
import type { OpsProduct, OpsProductChangeReply } from '#contract/schemas/ops-products.ts';
import { send } from '../../lib/api-send.ts';
import { paths } from '../../lib/paths.ts';
import { Note } from '../../ui/Note.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { countText, lagosTime, moneyText, progressText } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { Part, Table } from '../frames/ListPage.tsx';
import { Facts, PageLink, RecordPage } from '../frames/RecordPage.tsx';
import { endpointQuery, refetchAll } from '../frames/read.ts';
import { opsScreens, pageOf, type ScreenProps } from '../screens.ts';
import { FieldChanges } from './FieldChanges.tsx';
import { ProductForm } from './ProductForm.tsx';
import styles from './Products.module.css';
import { SaleBadge } from './ProductsPage.tsx';
import { changedFields, draftOf, fieldsOfDraft, NEW_DRAFT, savedDraft } from './product-draft.ts';

/** Shows one product: its current prices for shoppers, all editable fields, and whether it is on sale. */
export function ProductPage({ id, may }: ScreenProps) {
  return (
    <RecordPage
      title="Product"
      reads={endpointQuery(opsProduct, { params: { slug: id } })}
      heading={({ title, active, slug }) => (
        <header className="stack" data-gap="2">
          <PageLink to={opsScreens.products}>All products</PageLink>
          <h1>{title}</h1>
          <div className="row" data-gap="3" data-wrap>
            <SaleBadge active={active} />
            <span className={`muted small ${styles.longName}`}>{slug}</span>
            {active && (
              // The shop is another app, so this is a full page load.
              <a className="link" href={paths.product(slug)} target="_blank" rel="noreferrer">
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
    <Part title="Current prices">
      <Facts
        facts={[
          ['Group price', moneyText(now.price)],
          ['Standard price', moneyText(now.basePrice)],
          ['A group needs', countText(now.minimumViableUnits, baseUnit)],
          [
            'Its open group',
            group &&
              `${progressText(group.unitsSold, group.minimumViableUnits, baseUnit)}, until ${lagosTime(group.deadline)}`,
          ],
        ]}
      />
      {now.units.length > 0 && (
        <Table
          label="Selling units"
          rows={now.units}
          empty=""
          columns={[
            ['Unit', ({ displayName }) => displayName],
            ['Group price', ({ price }) => moneyText(price), 'figure'],
            ['Standard price', ({ basePrice }) => moneyText(basePrice), 'figure'],
            ['On sale', ({ isOffered }) => (isOffered ? 'Yes' : 'No')],
          ]}
        />
      )}
    </Part>
  );
}

function Edit({ product }: { product: OpsProduct }) {
  const queryClient = useQueryClient();
  // The form's initial values change only after a save, never while an operator types.
  const [base, setBase] = useState(() => draftOf(product));
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
        isSame={(draft) => Object.keys(changedFields(base, draft)).length === 0}
        save={async (draft, idempotencyKey) => {
          const body = changedFields(base, draft);
          const { data } = await send(opsEditProduct, { params: { slug }, body, idempotencyKey });
          setSaved(data);
          setBase(savedDraft(draft));
          await refetchAll(queryClient);
        }}
        done={
          <>
            <Note kind="success">
              {`Saved.${saved?.isKeptInGroup ? ' Its open group keeps the price and minimum it opened with.' : ''}`}
            </Note>
            {saved?.fields && <FieldChanges change={{ slug, isNew: false, fields: saved.fields }} />}
          </>
        }
      />
    </section>
  );
}

function Switch({ product: { slug, active, pictures } }: { product: OpsProduct }) {
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
      {active && <TextField label="Reason" name="reason" maxLength={OPERATOR_REASON_MAX} optional />}
      {!active && pictures.length === 0 && (
        <Note kind="warning">No image yet: shoppers see a placeholder.</Note>
      )}
    </ActionForm>
  );
}

/** Creates a product. It goes on sale only after an operator activates it. */
export function NewProductPage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<string>();
  return (
    <div className="stack" data-gap="5">
      <header className="stack" data-gap="2">
        <PageLink to={opsScreens.products}>All products</PageLink>
        <h1>New product</h1>
        <p className="muted">Shoppers see it only after you put it on sale.</p>
      </header>
      <ProductForm
        label="New product"
        initial={NEW_DRAFT}
        button="Save Product"
        busyLabel="Saving..."
        save={async (draft, idempotencyKey) => {
          const slug = typed ?? slugFromTitle(draft.title);
          await send(opsAddProduct, { body: { slug, ...fieldsOfDraft(draft) }, idempotencyKey });
          await refetchAll(queryClient);
          navigate(pageOf('product', slug), { replace: true });
        }}
        done={null}
      >
        {(title) => (
          <TextField
            label="Web name"
            hint="The last part of its web address, suggested from the title. It cannot be changed later."
            title="Lower-case letters a to z, digits, and single dashes between them, for example palm-oil-25l."
            value={typed ?? slugFromTitle(title)}
            onChange={(event) => setTyped(event.target.value.trim())}
            pattern={SLUG_PATTERN.source}
            maxLength={SLUG_MAX}
            autoComplete="off"
            autoCapitalize="off"
            required
          />
        )}
      </ProductForm>
    </div>
  );
}
