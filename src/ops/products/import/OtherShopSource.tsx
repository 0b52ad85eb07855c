import { GROUP_MINIMUM_UNITS_MAX } from '#contract/limits.ts';
import { formatRowNumbers } from '#contract/rules/text/count-of.ts';
import { parseInteger } from '#contract/rules/text/number-input.ts';
import type { OpsImportProductsReply } from '#contract/schemas/ops/products.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { createIntegerFieldProps } from '../../frames/fields.tsx';
import { DataTable } from '../../frames/ListPage.tsx';

type Source = NonNullable<OpsImportProductsReply['data']['source']>;

const OUTCOMES = { taken: 'Taken', changed: 'Changed', left_out: 'Left out' };

/** Shows a field for the group size, which the table of another shop does not contain. */
export function GroupSizeField({ shop, onChange }: { shop: string; onChange: (size?: number) => void }) {
  return (
    <TextField
      label="Largest size: how many a group needs"
      hint={`${shop} has no groups. 20 with bags of 50 kg means that a group needs 1,000 kg. Only new products get it; change it for each product later.`}
      {...createIntegerFieldProps(GROUP_MINIMUM_UNITS_MAX)}
      onChange={({ target }) => {
        const size = parseInteger(target.value);
        onChange(Number.isNaN(size) ? undefined : size);
      }}
    />
  );
}

/** Lists how the import treated each column of another shop's table. */
export function ImportColumnReports({ source: { name, notes } }: { source: Source }) {
  return (
    <details open>
      <summary>{`A table of ${name}: what is taken, changed and left out`}</summary>
      <DataTable
        label="Columns"
        rows={notes}
        empty="Nothing could be read. Check that the first line of the table names its columns."
        columns={[
          ['Column', ({ column }) => column],
          ['What', ({ outcome }) => OUTCOMES[outcome]],
          ['How', ({ message }) => message],
          ['Where', ({ rows }) => formatRowNumbers(rows)],
        ]}
      />
    </details>
  );
}
