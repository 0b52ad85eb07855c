import type { OpsImportReply } from '#contract/schemas/ops-products.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { opsScreens } from '../screens.ts';
import { Table } from '../Table.tsx';
import { FieldChanges } from './FieldChanges.tsx';
import styles from './Products.module.css';
import { fieldName } from './product-fields.ts';

/** What an import did, or would do: refused lines with why, else new and changed products field by field. */
export function ImportOutcome({ outcome }: { outcome: OpsImportReply['data'] }) {
  const { errors, changes = [], added = 0, updated = 0, unchanged = 0, isDryRun } = outcome;
  if (errors.length > 0)
    return (
      <section className="stack" data-gap="3">
        <Note kind="error">
          {`Nothing was imported: ${errors.length === 1 ? 'one line is' : `${errors.length} things are`} wrong. A table is taken whole or not at all.`}
        </Note>
        <Table
          label="What is wrong"
          rows={errors}
          empty=""
          keyOf={({ row, field, message }) => `${row} ${field} ${message}`}
          columns={[
            { name: 'Line', of: ({ row, slug }) => (slug ? `${row}, ${slug}` : row) },
            { name: 'Field', of: ({ field }) => fieldName(field) },
            { name: 'Why', of: ({ message }) => message },
          ]}
        />
      </section>
    );
  const words = `${added} new, ${updated} changed, ${unchanged} as they were`;
  return (
    <section className="stack" data-gap="3">
      <h2>{isDryRun ? 'What would change' : 'What was changed'}</h2>
      {isDryRun ? (
        <Note>{`${words}. Nothing is written yet.`}</Note>
      ) : (
        <Note
          kind="success"
          action={
            <ButtonLink variant="quiet" small to={opsScreens.products}>
              See Them
            </ButtonLink>
          }
        >
          {`Imported: ${words}.`}
        </Note>
      )}
      <ul className={styles.outcome}>
        {changes.map((change) => (
          <li key={change.slug} className="card stack" data-gap="2">
            <div className="row" data-gap="2" data-wrap>
              <h3>{change.slug}</h3>
              <Badge tone={change.isNew ? 'success' : 'plain'}>{change.isNew ? 'New' : 'Changed'}</Badge>
            </div>
            <FieldChanges change={change} />
          </li>
        ))}
      </ul>
    </section>
  );
}
