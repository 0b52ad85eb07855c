import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { OPERATOR_REASON_MAX } from '#contract/limits.ts';
import {
  opsActivateProduct,
  opsDeactivateProduct,
  opsEditProduct,
} from '#contract/ops-products-endpoints.ts';
import type { OpsProduct, OpsProductChangeReply } from '#contract/schemas/ops-products.ts';
import { send } from '../../lib/api-send.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Note } from '../../ui/Note.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ActForm } from '../ActForm.tsx';
import { Facts } from '../Facts.tsx';
import { Loaded } from '../Loaded.tsx';
import { opsScreens } from '../screens.ts';
import { Table } from '../Table.tsx';
import { countText, lagosTime, moneyText, progressText } from '../words.ts';
import { FieldChanges } from './FieldChanges.tsx';
import { ProductForm } from './ProductForm.tsx';
import styles from './Products.module.css';
import { changedFields, draftOf, savedDraft } from './product-draft.ts';
import { PRODUCTS_KEY, productQuery } from './product-queries.ts';

interface Props {
  slug: string;
  may: readonly string[];
}

/** One product: what shoppers are asked for it now, all that can be changed, and whether it is on sale. */
export function ProductPage({ slug, may }: Props) {
  const product = useQuery(productQuery(slug));
  return (
    <Loaded query={product} title="Product">
      {(known) => (
        <div className="stack" data-gap="6">
          <header className="stack" data-gap="2">
            <Link className="link" to={opsScreens.products}>
              All products
            </Link>
            <h1>{known.title}</h1>
            <div className="row" data-gap="3" data-wrap>
              <Badge tone={known.active ? 'success' : 'plain'}>
                {known.active ? 'On sale' : 'Not on sale'}
              </Badge>
              <span className={`muted small ${styles.longName}`}>{known.slug}</span>
              {known.active && (
                // The shop is another app: its page is loaded anew.
                <a className="link" href={paths.product(known.slug)} target="_blank" rel="noreferrer">
                  See it in the shop
                </a>
              )}
            </div>
          </header>
          <Now product={known} />
          {may.includes('product edit') && <Edit product={known} />}
          {may.includes('product edit') && <Switch product={known} />}
        </div>
      )}
    </Loaded>
  );
}

function Now({ product: { now, group, sellingUnitsData } }: { product: OpsProduct }) {
  const baseUnit = sellingUnitsData.enabled ? sellingUnitsData.baseUnitName : null;
  return (
    <section className="stack" data-gap="3">
      <h2>What shoppers are asked now</h2>
      <Facts
        facts={[
          ['In a group', moneyText(now.price)],
          ['Alone', moneyText(now.basePrice)],
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
          keyOf={({ name }) => name}
          columns={[
            { name: 'Unit', of: ({ displayName }) => displayName },
            { name: 'In a group', of: ({ price }) => moneyText(price), isFigure: true },
            { name: 'Alone', of: ({ basePrice }) => moneyText(basePrice), isFigure: true },
            { name: 'On sale', of: ({ isOffered }) => (isOffered ? 'Yes' : 'No') },
          ]}
        />
      )}
    </section>
  );
}

function Edit({ product }: { product: OpsProduct }) {
  const queryClient = useQueryClient();
  // What the form began with: it is read anew after a save, and never under somebody's hands.
  const [base, setBase] = useState(() => draftOf(product));
  const [saved, setSaved] = useState<OpsProductChangeReply['data']>();
  const { slug } = product;
  return (
    <section className="stack" data-gap="4">
      <h2>Change it</h2>
      <ProductForm
        label="Change the product"
        initial={base}
        button="Save"
        busyLabel="Saving..."
        isSame={(draft) => Object.keys(changedFields(base, draft)).length === 0}
        save={async (draft, idempotencyKey) => {
          const body = changedFields(base, draft);
          const { data } = await send(opsEditProduct, { params: { slug }, body, idempotencyKey });
          setSaved(data);
          setBase(savedDraft(draft));
          await queryClient.invalidateQueries({ queryKey: productQuery(slug).queryKey });
          await queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY });
        }}
        done={
          <>
            <Note kind="success">
              {`Saved.${saved?.isKeptInGroup ? ' Its open group keeps what it opened with until it closes.' : ''}`}
            </Note>
            {saved?.fields && <FieldChanges change={{ slug, isNew: false, fields: saved.fields }} />}
          </>
        }
      />
    </section>
  );
}

function Switch({ product: { slug, active, pictures } }: { product: OpsProduct }) {
  const queryClient = useQueryClient();
  return (
    <ActForm
      key={String(active)}
      title={active ? 'Take it from sale' : 'Put it on sale'}
      label={active ? 'Take From Sale' : 'Put on Sale'}
      busyLabel={active ? 'Taking it from sale...' : 'Putting it on sale...'}
      doneWords={active ? 'It is not on sale any more.' : 'It is on sale.'}
      asksReason={false}
      act={({ reason }, idempotencyKey) =>
        send(active ? opsDeactivateProduct : opsActivateProduct, {
          params: { slug },
          body: reason ? { reason } : {},
          idempotencyKey,
        })
      }
      onDone={() => {
        void queryClient.invalidateQueries({ queryKey: productQuery(slug).queryKey });
        void queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY });
      }}
    >
      <p className="muted small">
        {active ? 'Its groups live on; nobody new finds it.' : 'Shoppers find it at once.'}
      </p>
      {active && <TextField label="Reason" name="reason" maxLength={OPERATOR_REASON_MAX} optional />}
      {!active && pictures.length === 0 && (
        <Note kind="warning">No picture yet: shoppers see a drawing in its place.</Note>
      )}
    </ActForm>
  );
}
