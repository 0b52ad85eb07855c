import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SLUG_LENGTH_MAX, SLUG_PATTERN } from '#contract/limits.ts';
import { opsAddProduct } from '#contract/ops/products-endpoints.ts';
import { buildSlugFromTitle } from '#contract/rules/product/product-slug.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { Button } from '../../ui/control/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { refetchEndpoints } from '../frames/console-queries.ts';
import { ConsolePage } from '../frames/ListPage.tsx';
import { ConsolePageLink } from '../frames/RecordPage.tsx';
import { getRecordPagePath, opsScreenPaths } from '../screens.ts';
import { ProductForm } from './ProductForm.tsx';
import { EMPTY_PRODUCT_DRAFT, toProductEditBody } from './product-draft.ts';
import { deleteSavedProductDraft, readSavedProductDraft, saveProductDraft } from './saved-draft.ts';

/** Creates a product. It goes on sale only after an operator activates it. */
export function NewProductPage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const [savedDraft, setSavedDraft] = useState(readSavedProductDraft);
  return (
    <ConsolePage
      title="New product"
      actions={<ConsolePageLink to={opsScreenPaths.products}>All products</ConsolePageLink>}
      about="Shoppers see it only after you put it on sale. What you type stays on this device until you save it."
    >
      {savedDraft && (
        <MessageBox
          kind="info"
          action={
            <Button
              variant="quiet"
              small
              onClick={() => {
                deleteSavedProductDraft();
                setSavedDraft(null);
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
        key={String(savedDraft !== null)}
        label="New product"
        initial={savedDraft ?? EMPTY_PRODUCT_DRAFT}
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
          await refetchEndpoints(queryClient);
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
    </ConsolePage>
  );
}
