import { useState } from 'react';
import {
  CATEGORY_LENGTH_MAX,
  GROUP_MINIMUM_UNITS_MAX,
  PRICE_MAX_NAIRA,
  SUPPLIER_NAME_LENGTH_MAX,
} from '#contract/limits.ts';
import { opsBulkEditProducts } from '#contract/ops/products-endpoints.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import { PERCENT_INPUT_ERROR, parseInteger, parseNaira } from '#contract/rules/text/number-input.ts';
import type { OpsProductFieldChanges } from '#contract/schemas/ops/products.ts';
import type {
  OpsBulkEditProductsBody,
  OpsBulkEditProductsReply,
} from '#contract/schemas/ops/products-bulk-edit.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { ActionForm } from '../frames/ActionForm.tsx';
import { createIntegerFieldProps, createNairaFieldProps } from '../frames/fields.tsx';
import type { UndoRequest } from '../frames/Undo.tsx';
import { groupRowsByKey } from '../papers/group-rows.ts';
import { ProductFieldChanges } from './ProductFieldChanges.tsx';
import { createProductUndoRequest, getChangedValue, requireExpectedValues } from './product-conflicts.ts';

const KINDS = [
  { value: 'price', label: 'Group price' },
  { value: 'percent', label: 'All prices, by percent' },
  { value: 'category', label: 'Category' },
  { value: 'active', label: 'On sale' },
  { value: 'supplier', label: 'Supplier' },
  { value: 'maxUnitsPerPerson', label: 'Most for one person' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

interface Props {
  slugs: readonly string[];
  onDone: () => void;
}

/** Makes the same change to all chosen products, after showing what changes in each. */
export function BulkEditProductsForm({ slugs, onDone }: Props) {
  const [kind, setKind] = useState<Kind>('price');
  return (
    <ActionForm
      isCard
      title={`Change ${formatCountWithNoun(slugs.length, 'product')}`}
      label="Change"
      busyLabel="Changing..."
      to={opsBulkEditProducts}
      reads={{
        slugs: [...slugs],
        ...{ price: parseNaira, percent: Number, category: String, supplier: String },
        active: (text) => text === 'yes',
        maxUnitsPerPerson: (text) => (text === 'none' ? null : parseInteger(text)),
      }}
      asksReason={false}
      figures={({ data }) => <Preview changes={data.changes ?? []} />}
      prepare={requireSamePreview}
      successMessage={({ data }) =>
        `${formatCountWithNoun(data.changes?.length ?? slugs.length, 'product')} changed.`
      }
      undo={({ data }) => (kind === 'percent' ? [] : restoreEach(kind, data.changes ?? []))}
      onDone={onDone}
    >
      <SelectField
        label="What to change"
        value={kind}
        options={[...KINDS]}
        onChange={({ target }) => setKind(target.value as Kind)}
      />
      <ValueField key={kind} kind={kind} />
    </ActionForm>
  );
}

/** @throws {ChangeConflictError} when a product has other values than the preview showed. */
async function requireSamePreview(
  body: OpsBulkEditProductsBody,
  previewed: OpsBulkEditProductsReply | undefined,
): Promise<void> {
  const { data } = await sendApiRequest(opsBulkEditProducts, { body: { ...body, dryRun: true } });
  const shown = previewed?.data.changes ?? [];
  requireExpectedValues(
    data.changes ?? [],
    (slug, field) => getChangedValue(shown, 'before', slug, field),
    'Preview it again.',
  );
}

/** Builds one undo request for all products that had the same value, because one request sets one value. */
function restoreEach(
  field: Exclude<Kind, 'percent'>,
  changes: readonly OpsProductFieldChanges[],
): UndoRequest[] {
  const getOldValue = ({ fields }: OpsProductFieldChanges) => JSON.stringify(fields[field]?.before ?? null);
  return groupRowsByKey(changes, getOldValue).map(([value, products]) =>
    createProductUndoRequest(products, async ({ body: how, ...rest }) => {
      const body = { slugs: products.map(({ slug }) => slug), [field]: JSON.parse(value), ...how };
      return (await sendApiRequest(opsBulkEditProducts, { body, ...rest })).data.changes ?? [];
    }),
  );
}

function ValueField({ kind }: { kind: Kind }) {
  const text = { name: kind, required: true, autoComplete: 'off' } as const;
  if (kind === 'price')
    return <TextField label="New price in naira" {...text} {...createNairaFieldProps(PRICE_MAX_NAIRA)} />;
  if (kind === 'percent')
    return (
      <TextField
        label="Percent"
        hint="10 makes every price a tenth higher, -10 a tenth lower, in whole naira"
        {...text}
        pattern="[+\-]?[0-9]{1,3}"
        title={PERCENT_INPUT_ERROR}
      />
    );
  if (kind === 'active')
    return (
      <SelectField
        label="On sale"
        name={kind}
        options={[
          { value: 'yes', label: 'Put on sale' },
          { value: 'no', label: 'Take off sale' },
        ]}
      />
    );
  if (kind === 'maxUnitsPerPerson')
    return (
      <TextField
        label="Base units in one group"
        hint="Type none for no limit"
        {...text}
        {...createIntegerFieldProps(GROUP_MINIMUM_UNITS_MAX)}
        inputMode="text"
        pattern={`none|${createIntegerFieldProps(GROUP_MINIMUM_UNITS_MAX).pattern}`}
      />
    );
  const isCategory = kind === 'category';
  return (
    <TextField
      label={isCategory ? 'New category' : 'New supplier'}
      {...text}
      maxLength={isCategory ? CATEGORY_LENGTH_MAX : SUPPLIER_NAME_LENGTH_MAX}
    />
  );
}

function Preview({ changes }: { changes: readonly OpsProductFieldChanges[] }) {
  if (changes.length === 0) return <p>Nothing would change: they are already so.</p>;
  return (
    <div className="stack" data-gap="3">
      <p className="strong">{`${formatCountWithNoun(changes.length, 'product')} would change.`}</p>
      <ul className="stack" data-gap="3">
        {changes.map((change) => (
          <li key={change.slug}>
            <p className="strong">{change.slug}</p>
            <ProductFieldChanges change={change} />
          </li>
        ))}
      </ul>
      <p className="muted small">Open groups keep the price and minimum they opened with.</p>
    </div>
  );
}
