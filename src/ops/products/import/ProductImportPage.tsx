import { formatInteger } from '#contract/rules/money/money.ts';
import type { OpsImportProductsReply, OpsProductFieldChanges } from '#contract/schemas/ops/products.ts';
import { Button, ButtonLink } from '../../../ui/control/Button.tsx';
import { LabelBadge } from '../../../ui/display/LabelBadge.tsx';
import { MessageBox } from '../../../ui/message/MessageBox.tsx';
import { formatNairaWithKobo } from '../../display-text.ts';
import { ConsolePage, DataTable } from '../../frames/ListPage.tsx';
import { ConsolePageLink } from '../../frames/RecordPage.tsx';
import { RequestFailureMessage } from '../../frames/RequestFailureMessage.tsx';
import { opsScreenPaths } from '../../screens.ts';
import { getProductFieldLabel, ProductFieldChanges } from '../ProductFieldChanges.tsx';
import { FileDropArea } from '../ProductImagesField.tsx';
import styles from '../Products.module.css';
import { ImageUploadList, UPLOAD_IMAGE_TYPES } from '../uploads.tsx';
import { GroupSizeField, ImportColumnReports } from './OtherShopSource.tsx';
import { useProductImport } from './use-product-import.ts';

/**
 * Imports a table of products with their pictures. The changes are shown first. Importing the same table again changes
 * nothing.
 */
export function ProductImportPage() {
  const { table, fault, shop, tried, done, sending, handleFiles, handleGroupSize } = useProductImport();
  const outcome = done.data ?? tried.data;
  const error = done.error ?? tried.error;
  return (
    <ConsolePage
      title="Import products"
      actions={<ConsolePageLink to={opsScreenPaths.products}>All products</ConsolePageLink>}
      about="Use a table in the format of Export, or only the columns that change: slug and price make a price list. Products are matched by slug; columns that are left out stay as they are. A product export of WooCommerce or Shopify, and a template of Medusa or Vendure, can be used as it is."
    >
      <FileDropArea label="Choose Files" accept={`.csv,.json,${UPLOAD_IMAGE_TYPES}`} onFiles={handleFiles}>
        Drop the table (CSV or JSON) and its images here, together or one after the other.
      </FileDropArea>
      {table && (
        <p>
          Table: <b>{table.fileName}</b>
        </p>
      )}
      {fault && <MessageBox kind="warning">{fault}</MessageBox>}
      <ImageUploadList uploads={sending.uploads} />
      {shop && !done.data && <GroupSizeField key={table?.text} shop={shop} onChange={handleGroupSize} />}
      {table && !done.data && (
        <ImportButtons {...{ table, tried, done }} waits={sending.underWay > 0 && 'Uploading images...'} />
      )}
      <RequestFailureMessage error={error} fallback="It could not be read." />
      {outcome && <ProductImportOutcome outcome={outcome} />}
      {outcome?.source && <ImportColumnReports source={outcome.source} />}
    </ConsolePage>
  );
}

type Import = ReturnType<typeof useProductImport>;

interface ImportButtonsProps extends Pick<Import, 'tried' | 'done'> {
  table: NonNullable<Import['table']>;
  /** Why the table cannot be imported yet, such as an upload that is still running; false: it can. */
  waits: string | false;
}

/** Previews the table, which can be imported when it has changes and no errors. */
function ImportButtons({ table, tried, done, waits }: ImportButtonsProps) {
  const changes = tried.data?.errors.length === 0 ? (tried.data.changes?.length ?? 0) : 0;
  return (
    <div className="row" data-gap="2" data-wrap>
      <Button
        variant={changes > 0 ? 'line' : 'main'}
        onClick={() => tried.mutate(table)}
        busyLabel={(tried.isPending && 'Checking...') || waits}
      >
        Preview Changes
      </Button>
      {changes > 0 && (
        <Button onClick={() => done.mutate(table)} busyLabel={(done.isPending && 'Importing...') || waits}>
          {`Import ${formatInteger(changes)} ${changes === 1 ? 'Product' : 'Products'}`}
        </Button>
      )}
    </div>
  );
}

/** Shows the result or preview of an import: refused rows with their errors, else new and changed products by field. */
export function ProductImportOutcome({ outcome }: { outcome: OpsImportProductsReply['data'] }) {
  const { errors, changes = [], added = 0, updated = 0, unchanged = 0, isDryRun } = outcome;
  if (errors.length > 0)
    return (
      <section className="stack" data-gap="3">
        <MessageBox kind="error">
          {`Nothing was imported: ${errors.length === 1 ? 'one row is' : `${formatInteger(errors.length)} values are`} wrong. Fix the table and try again.`}
        </MessageBox>
        <DataTable
          label="Errors"
          rows={errors}
          empty=""
          columns={[
            ['Line', ({ row, slug }) => (slug ? `${row}, ${slug}` : row)],
            ['Field', ({ field }) => getProductFieldLabel(field)],
            ['Why', ({ message }) => message],
          ]}
        />
      </section>
    );
  const countsText = `${formatInteger(added)} new, ${formatInteger(updated)} changed, ${formatInteger(unchanged)} unchanged`;
  return (
    <section className="stack" data-gap="3">
      <h2>{isDryRun ? 'What would change' : 'What was changed'}</h2>
      {isDryRun ? (
        <MessageBox>{`${countsText}. Nothing is saved yet.`}</MessageBox>
      ) : (
        <MessageBox
          kind="success"
          action={
            <ButtonLink variant="quiet" small to={opsScreenPaths.products}>
              View Products
            </ButtonLink>
          }
        >
          {`Imported: ${countsText}.`}
        </MessageBox>
      )}
      <ul className={styles.outcome}>
        {changes.map((change) => (
          <li key={change.slug}>
            <details>
              <summary>
                <span className={styles.change}>
                  <b>{change.slug}</b>
                  <LabelBadge tone={change.isNew ? 'success' : 'plain'}>
                    {change.isNew ? 'New' : 'Changed'}
                  </LabelBadge>
                  <span className="muted small">{summaryWords(change)}</span>
                </span>
              </summary>
              <ProductFieldChanges change={change} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Summarises a product's changes in one line: its price, and the names of other changed fields. */
function summaryWords({ isNew, fields: { price, ...fields } }: OpsProductFieldChanges): string {
  const naira = (value: unknown) => formatNairaWithKobo(Number(value));
  if (isNew) {
    const images = fields.images?.after;
    return `${naira(price?.after)}${Array.isArray(images) && images.length > 0 ? '' : ', no image yet'}`;
  }
  const prices = price && `${naira(price.before)} → ${naira(price.after)}`;
  return [prices, ...Object.keys(fields).map(getProductFieldLabel)].filter(Boolean).join(', ');
}
