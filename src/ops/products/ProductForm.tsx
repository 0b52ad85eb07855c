import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  CATEGORY_LENGTH_MAX,
  GROUP_MINIMUM_UNITS_MAX,
  PRICE_MAX_NAIRA,
  PRODUCT_DESCRIPTION_LENGTH_MAX,
  PRODUCT_TITLE_LENGTH_MAX,
  SUPPLIER_NAME_LENGTH_MAX,
} from '#contract/limits.ts';
import { ProductCard } from '../../features/product/card/ProductCard.tsx';
import { createRandomUuid } from '../../lib/browser/random-uuid.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { Button } from '../../ui/control/Button.tsx';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { TextAreaField, TextField } from '../../ui/form/TextField.tsx';
import { createIntegerFieldProps, createNairaFieldProps, HOURS_FIELD_PROPS } from '../frames/fields.tsx';
import frames from '../frames/frames.module.css';
import { RequestFailureMessage } from '../frames/RequestFailureMessage.tsx';
import { ProductImagesField } from './ProductImagesField.tsx';
import styles from './Products.module.css';
import { type ProductDraft, toProductCard, toProductDraftAfterSave } from './product-draft.ts';
import { SellingUnitsField } from './SellingUnitsField.tsx';
import { useImageUploads } from './uploads.tsx';

interface Props {
  /** Name of the form for screen readers. */
  label: string;
  initial: ProductDraft;
  /** Renders further fields or links under the title field, for the title typed so far. */
  children?: (title: string) => TextFreeChildren;
  button: string;
  busyLabel: string;
  /** Saves the draft. A repeated save of the same draft has the same idempotency key. */
  save: (draft: ProductDraft, idempotencyKey: string) => Promise<unknown>;
  /** Message that shows after saving. */
  done: TextFreeChildren;
  /** Called with the unsaved draft, so that the page can store it on the device. */
  keep?: (draft: ProductDraft) => void;
  /** @returns true when the draft has no changes, so that there is nothing to save. */
  isSame?: (draft: ProductDraft) => boolean;
}

type TextName = {
  [Name in keyof ProductDraft]: ProductDraft[Name] extends string ? Name : never;
}[keyof ProductDraft];

/** Edits all fields of a product, with a preview of its card in the shop. */
export function ProductForm({ label, initial, children, button, busyLabel, save, done, ...rest }: Props) {
  const { keep, isSame } = rest;
  const [draft, setDraft] = useState(initial);
  const [key, setKey] = useState(createRandomUuid);
  const saving = useMutation({
    mutationFn: () => save(draft, key),
    onSuccess: () => {
      setKey(createRandomUuid());
      setDraft(toProductDraftAfterSave);
    },
  });
  const isTyped = draft !== initial && !saving.isPending && !saving.isSuccess;
  useEffect(() => {
    if (isTyped) keep?.(draft);
  }, [isTyped, keep, draft]);
  // Changed fields need another idempotency key, because the server refuses a different input under the same key.
  const change = (part: Partial<ProductDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setKey(createRandomUuid());
    if (!saving.isPending) saving.reset();
  };
  const sending = useImageUploads((image) => {
    setKey(createRandomUuid());
    setDraft((before) => ({
      ...before,
      images: [...before.images.filter(({ hash }) => hash !== image.hash), image],
    }));
  });
  const known = (field: TextName) => ({
    value: draft[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  });
  const isNothing = isSame?.(draft) ?? false;
  const waits = sending.underWay > 0 && 'Uploading images...';
  return (
    <div className="split">
      <Form className="stack" data-gap="5" aria-label={label} onSubmit={() => saving.mutate()}>
        <fieldset className={`stack ${frames.part}`}>
          <legend>Name and description</legend>
          <TextField label="Title" {...known('title')} maxLength={PRODUCT_TITLE_LENGTH_MAX} required />
          {children?.(draft.title)}
          <TextField label="Category" optional {...known('category')} maxLength={CATEGORY_LENGTH_MAX} />
          <TextAreaField
            label="Description"
            optional
            rows={5}
            {...known('description')}
            maxLength={PRODUCT_DESCRIPTION_LENGTH_MAX}
          />
          <TextAreaField
            label="Specifications"
            optional
            hint="One per line, for example Origin: Edo"
            rows={3}
            {...known('specifications')}
            maxLength={PRODUCT_DESCRIPTION_LENGTH_MAX}
          />
        </fieldset>
        <fieldset className={`stack ${frames.part}`}>
          <legend>Prices and groups</legend>
          <div className="two">
            <TextField
              label="Group price"
              hint="Naira, the price when the group fills"
              {...known('price')}
              {...createNairaFieldProps(PRICE_MAX_NAIRA)}
              required
            />
            <TextField
              label="Standard price"
              hint="Naira, the price without a group"
              {...known('basePrice')}
              {...createNairaFieldProps(PRICE_MAX_NAIRA)}
              required
            />
            <TextField
              label="Units a group needs"
              hint={draft.baseUnitName && `In ${draft.baseUnitName}`}
              {...known('minimumViableUnits')}
              {...createIntegerFieldProps(GROUP_MINIMUM_UNITS_MAX)}
              required
            />
            <TextField
              label="Hours a group stays open"
              optional
              hint="Leave empty for the shop's usual time"
              {...known('windowHours')}
              {...HOURS_FIELD_PROPS}
            />
            <TextField
              label="Most for one person"
              optional
              hint={`In ${draft.baseUnitName || 'items'} of one group. Leave empty for no limit`}
              {...known('maxUnitsPerPerson')}
              {...createIntegerFieldProps(GROUP_MINIMUM_UNITS_MAX)}
            />
          </div>
          <CheckboxField checked={draft.soloEnabled} onChange={(soloEnabled) => change({ soloEnabled })}>
            Can also be bought alone
          </CheckboxField>
        </fieldset>
        <fieldset className={`stack ${frames.part}`}>
          <legend>Buying</legend>
          <p className="muted small">Shoppers never see this.</p>
          <div className="two">
            <TextField
              label="Supplier"
              optional
              {...known('supplier')}
              maxLength={SUPPLIER_NAME_LENGTH_MAX}
            />
            <TextField
              label="Cost"
              optional
              hint="Naira, what the shop pays for the same unit as the prices"
              {...known('cost')}
              {...createNairaFieldProps(PRICE_MAX_NAIRA)}
            />
          </div>
        </fieldset>
        <SellingUnitsField draft={draft} onChange={change} />
        <ProductImagesField
          images={draft.images}
          onChange={(images) => change({ images: images })}
          sending={sending}
        />
        <RequestFailureMessage error={saving.error} fallback="It could not be saved." />
        {saving.isSuccess && done}
        <Button
          type="submit"
          busyLabel={(saving.isPending && busyLabel) || waits || (isNothing && 'No Changes')}
        >
          {button}
        </Button>
      </Form>
      <aside className="stack" data-gap="2" aria-label="Preview">
        <p className="muted small">What shoppers will see</p>
        <ProductCardPreview draft={draft} />
      </aside>
    </div>
  );
}

/** Shows how the product's card would look in the shop. It has no link, because the page may not exist yet. */
export function ProductCardPreview({ draft }: { draft: ProductDraft }) {
  return (
    <div className={styles.preview} inert>
      <ProductCard product={toProductCard(draft)} />
    </div>
  );
}
