import type { OpsImportReply, OpsProductChange } from '#contract/schemas/ops-products.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { Table } from '../frames/ListPage.tsx';
import { opsScreens } from '../screens.ts';
import { moneyText } from '../words.ts';
import { FieldChanges, fieldName } from './FieldChanges.tsx';
import styles from './Products.module.css';

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
            ['Line', ({ row, slug }) => (slug ? `${row}, ${slug}` : row)],
            ['Field', ({ field }) => fieldName(field)],
            ['Why', ({ message }) => message],
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
          <li key={change.slug}>
            <details>
              <summary>
                <span className={styles.change}>
                  <b>{change.slug}</b>
                  <Badge tone={change.isNew ? 'success' : 'plain'}>{change.isNew ? 'New' : 'Changed'}</Badge>
                  <span className="muted small">{summaryWords(change)}</span>
                </span>
              </summary>
              <FieldChanges change={change} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** On one line: the price, then what else is known best; the rest is folded. */
function summaryWords({ isNew, fields: { price, ...fields } }: OpsProductChange): string {
  const naira = (value: unknown) => moneyText(Number(value));
  if (isNew) {
    const images = fields.images?.after;
    return `${naira(price?.after)}${Array.isArray(images) && images.length > 0 ? '' : ', no picture yet'}`;
  }
  const prices = price && `${naira(price.before)} → ${naira(price.after)}`;
  return [prices, ...Object.keys(fields).map(fieldName)].filter(Boolean).join(', ');
}
