import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IMPORT_FILE_LENGTH_MAX } from '#contract/limits.ts';
import { opsImportProducts } from '#contract/ops-products-endpoints.ts';
import { detectTextEncoding } from '#contract/rules/text-encoding.ts';
import type { OpsImportProductsReply, OpsProductChange } from '#contract/schemas/ops-products.ts';
import { sendApiRequest } from '../../lib/api-send.ts';
import { getErrorMessage } from '../../lib/error-message.ts';
import { randomUuid } from '../../lib/random-uuid.ts';
import { LabelBadge } from '../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/Note.tsx';
import { formatMoney } from '../display-text.ts';
import { DataTable } from '../frames/ListPage.tsx';
import { ConsolePageLink } from '../frames/RecordPage.tsx';
import { refetchQueries } from '../frames/read.ts';
import { opsScreenPaths } from '../screens.ts';
import { getProductFieldLabel, ProductFieldChanges } from './FieldChanges.tsx';
import { FileDropArea } from './PicturesField.tsx';
import styles from './Products.module.css';
import { ImageUploadList, UPLOAD_IMAGE_TYPES, useImageUploads } from './uploads.tsx';

const IS_TABLE = /\.(csv|json)$/i;
const IS_SPREADSHEET = /\.(xlsx?|xlsm|ods|numbers|tsv|txt)$/i;
/** Importing thousands of products takes this long. */
const TIMEOUT_MS = 2 * 60_000;

interface TableFile {
  fileName: string;
  text: string;
}

/** Imports a table of products with their pictures. Its changes are shown first; importing it again changes nothing. */
export function ProductImportPage() {
  const queryClient = useQueryClient();
  const [table, setTable] = useState<TableFile>();
  const [fault, setFault] = useState<string>();
  const [key, setKey] = useState(randomUuid);
  const bringIn = (dryRun: boolean) => async (file: TableFile) =>
    (
      await sendApiRequest(opsImportProducts, {
        body: { ...file, dryRun },
        idempotencyKey: key,
        timeoutMs: TIMEOUT_MS,
      })
    ).data;
  const tried = useMutation({ mutationFn: bringIn(true) });
  const done = useMutation({
    mutationFn: bringIn(false),
    onSuccess: async () => {
      setKey(randomUuid());
      await refetchQueries(queryClient);
    },
  });
  // The displayed preview was made without these pictures.
  const begin = () => {
    setKey(randomUuid());
    tried.reset();
    done.reset();
  };
  const sending = useImageUploads(begin);
  const handleFiles = async (files: File[]) => {
    begin();
    setFault(undefined);
    const tables = files.filter(({ name }) => IS_TABLE.test(name));
    const spreadsheet = files.find(({ name }) => IS_SPREADSHEET.test(name));
    if (spreadsheet)
      setFault(`${spreadsheet.name} is not a CSV file. Save the table as "CSV UTF-8" and choose that file.`);
    sending.add(files.filter(({ name }) => !IS_TABLE.test(name) && !IS_SPREADSHEET.test(name)));
    const [file] = tables;
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = new TextDecoder(detectTextEncoding(bytes)).decode(bytes);
    if (tables.length > 1) setFault('One table at a time: only the first one is used.');
    if (text.length > IMPORT_FILE_LENGTH_MAX)
      setFault(`${file.name} is too large. Split it into smaller files.`);
    else setTable({ fileName: file.name, text });
  };
  const outcome = done.data ?? tried.data;
  const changes = tried.data?.errors.length === 0 ? (tried.data.changes?.length ?? 0) : 0;
  const error = done.error ?? tried.error;
  const waits = sending.underWay > 0 && 'Uploading images...';
  return (
    <div className="stack" data-gap="5">
      <header className="stack" data-gap="2">
        <ConsolePageLink to={opsScreenPaths.products}>All products</ConsolePageLink>
        <h1>Import products</h1>
        <p className="muted">
          Use a table in the format of Export, or only the columns that change: slug and price make a price
          list. Products are matched by slug; columns that are left out stay as they are.
        </p>
      </header>
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
      {table && !done.data && (
        <div className="row" data-gap="2" data-wrap>
          <Button
            variant={changes > 0 ? 'line' : 'main'}
            onClick={() => tried.mutate(table)}
            busyLabel={(tried.isPending && 'Checking...') || waits}
          >
            Preview Changes
          </Button>
          {changes > 0 && (
            <Button
              onClick={() => done.mutate(table)}
              busyLabel={(done.isPending && 'Importing...') || waits}
            >
              {`Import ${changes} ${changes === 1 ? 'Product' : 'Products'}`}
            </Button>
          )}
        </div>
      )}
      {error && <MessageBox kind="error">{getErrorMessage(error, 'It could not be read.')}</MessageBox>}
      {outcome && <ProductImportResult outcome={outcome} />}
    </div>
  );
}

/** Shows the result or preview of an import: refused rows with their errors, else new and changed products by field. */
export function ProductImportResult({ outcome }: { outcome: OpsImportProductsReply['data'] }) {
  const { errors, changes = [], added = 0, updated = 0, unchanged = 0, isDryRun } = outcome;
  if (errors.length > 0)
    return (
      <section className="stack" data-gap="3">
        <MessageBox kind="error">
          {`Nothing was imported: ${errors.length === 1 ? 'one row is' : `${errors.length} values are`} wrong. Fix the table and try again.`}
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
  const words = `${added} new, ${updated} changed, ${unchanged} unchanged`;
  return (
    <section className="stack" data-gap="3">
      <h2>{isDryRun ? 'What would change' : 'What was changed'}</h2>
      {isDryRun ? (
        <MessageBox>{`${words}. Nothing is saved yet.`}</MessageBox>
      ) : (
        <MessageBox
          kind="success"
          action={
            <ButtonLink variant="quiet" small to={opsScreenPaths.products}>
              View Products
            </ButtonLink>
          }
        >
          {`Imported: ${words}.`}
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

/** Shows the price and the most important fields on one line; the others are collapsed. */
function summaryWords({ isNew, fields: { price, ...fields } }: OpsProductChange): string {
  const naira = (value: unknown) => formatMoney(Number(value));
  if (isNew) {
    const images = fields.images?.after;
    return `${naira(price?.after)}${Array.isArray(images) && images.length > 0 ? '' : ', no image yet'}`;
  }
  const prices = price && `${naira(price.before)} → ${naira(price.after)}`;
  return [prices, ...Object.keys(fields).map(getProductFieldLabel)].filter(Boolean).join(', ');
}
