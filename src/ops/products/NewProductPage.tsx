import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SLUG_MAX, SLUG_PATTERN } from '#contract/limits.ts';
import { opsAddProduct, opsProducts } from '#contract/ops-products-endpoints.ts';
import { slugFromTitle } from '#contract/rules/product-slug.ts';
import { send } from '../../lib/api-send.ts';
import { TextField } from '../../ui/TextField.tsx';
import { PageLink } from '../frames/RecordPage.tsx';
import { readAnew } from '../frames/read.ts';
import { opsScreens, pageOf } from '../screens.ts';
import { ProductForm } from './ProductForm.tsx';
import { fieldsOfDraft, NEW_DRAFT } from './product-draft.ts';

/** A product made by hand. It is not on sale before somebody puts it there. */
export function NewProductPage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<string>();
  return (
    <div className="stack" data-gap="5">
      <header className="stack" data-gap="2">
        <PageLink to={opsScreens.products}>All products</PageLink>
        <h1>New product</h1>
        <p className="muted">It is kept, and shown to nobody before it is put on sale.</p>
      </header>
      <ProductForm
        label="New product"
        initial={NEW_DRAFT}
        button="Keep It"
        busyLabel="Keeping it..."
        save={async (draft, idempotencyKey) => {
          const slug = typed ?? slugFromTitle(draft.title);
          await send(opsAddProduct, { body: { slug, ...fieldsOfDraft(draft) }, idempotencyKey });
          await readAnew(queryClient, opsProducts);
          navigate(pageOf('product', slug), { replace: true });
        }}
        done={null}
      >
        {(title) => (
          <TextField
            label="Address name"
            hint="The end of its address in the shop, proposed from the title. It is not changed later."
            title="Small letters a to z, figures, and single dashes between them, for example palm-oil-25l."
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
