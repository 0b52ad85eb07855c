import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CATEGORY_MAX,
  DESCRIPTION_MAX,
  MINIMUM_UNITS_MAX,
  PRICE_MAX_NAIRA,
  TITLE_MAX,
} from '#contract/limits.ts';
import { ProductCard } from '../../features/product/ProductCard.tsx';
import type { ElementChildren } from '../../lib/elements.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { randomUuid } from '../../lib/random-uuid.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { Form } from '../../ui/Form.tsx';
import { Note } from '../../ui/Note.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { countField, HOURS_FIELD, nairaField } from '../frames/fields.tsx';
import { PicturesField } from './PicturesField.tsx';
import styles from './Products.module.css';
import { cardOfDraft, type ProductDraft, savedDraft } from './product-draft.ts';
import { UnitsField } from './UnitsField.tsx';
import { usePictureUploads } from './uploads.tsx';

interface Props {
  /** The form's name. */
  label: string;
  initial: ProductDraft;
  /** Shown under the title field. */
  children?: (title: string) => ElementChildren;
  button: string;
  busyLabel: string;
  /** Each save has one idempotency key. */
  save: (draft: ProductDraft, idempotencyKey: string) => Promise<unknown>;
  /** The message after saving. */
  done: ElementChildren;
  /** Without changes there is nothing to save. */
  isSame?: (draft: ProductDraft) => boolean;
}

/** These fields are typed as text. */
type TextName = {
  [Name in keyof ProductDraft]: ProductDraft[Name] extends string ? Name : never;
}[keyof ProductDraft];

/** Edits all fields of a product, with a preview of its card in the shop. */
export function ProductForm({ label, initial, children, button, busyLabel, save, done, isSame }: Props) {
  const [draft, setDraft] = useState(initial);
  const [key, setKey] = useState(randomUuid);
  const saving = useMutation({
    mutationFn: () => save(draft, key),
    onSuccess: () => {
      setKey(randomUuid());
      setDraft(savedDraft);
    },
  });
  // Changed fields make another action, which needs another key.
  const change = (part: Partial<ProductDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setKey(randomUuid());
    if (!saving.isPending) saving.reset();
  };
  const sending = usePictureUploads((picture) => {
    setKey(randomUuid());
    setDraft((before) => ({
      ...before,
      pictures: [...before.pictures.filter(({ hash }) => hash !== picture.hash), picture],
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
        <fieldset className={styles.part}>
          <legend>Name and description</legend>
          <TextField label="Title" {...known('title')} maxLength={TITLE_MAX} required />
          {children?.(draft.title)}
          <TextField label="Category" optional {...known('category')} maxLength={CATEGORY_MAX} />
          <TextArea
            label="Description"
            optional
            rows={5}
            {...known('description')}
            maxLength={DESCRIPTION_MAX}
          />
          <TextArea
            label="Specifications"
            optional
            hint="One per line, for example Origin: Edo"
            rows={3}
            {...known('specifications')}
            maxLength={DESCRIPTION_MAX}
          />
        </fieldset>
        <fieldset className={styles.part}>
          <legend>Prices and groups</legend>
          <div className="two">
            <TextField
              label="Group price"
              hint="Naira, the price when the group fills"
              {...known('price')}
              {...nairaField(PRICE_MAX_NAIRA)}
              required
            />
            <TextField
              label="Standard price"
              hint="Naira, the price without a group"
              {...known('basePrice')}
              {...nairaField(PRICE_MAX_NAIRA)}
              required
            />
            <TextField
              label="Units a group needs"
              hint={draft.baseUnitName && `In ${draft.baseUnitName}`}
              {...known('minimumViableUnits')}
              {...countField(MINIMUM_UNITS_MAX)}
              required
            />
            <TextField
              label="Hours a group stays open"
              optional
              hint="Leave empty for the shop's usual time"
              {...known('windowHours')}
              {...HOURS_FIELD}
            />
          </div>
          <CheckboxField checked={draft.soloEnabled} onChange={(soloEnabled) => change({ soloEnabled })}>
            Can also be bought alone
          </CheckboxField>
        </fieldset>
        <UnitsField draft={draft} onChange={change} />
        <PicturesField
          pictures={draft.pictures}
          onChange={(pictures) => change({ pictures })}
          sending={sending}
        />
        {saving.error && <Note kind="error">{errorMessage(saving.error, 'It could not be saved.')}</Note>}
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
        <ProductPreview draft={draft} />
      </aside>
    </div>
  );
}

/** Shows how the product's card would look in the shop. It has no link, because the page may not exist yet. */
export function ProductPreview({ draft }: { draft: ProductDraft }) {
  return (
    <div className={styles.preview} inert>
      <ProductCard product={cardOfDraft(draft)} />
    </div>
  );
}
