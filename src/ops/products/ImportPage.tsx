import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IMPORT_TEXT_MAX } from '#contract/limits.ts';
import { opsImportProducts, opsProducts } from '#contract/ops-products-endpoints.ts';
import { textEncodingOf } from '#contract/rules/text-encoding.ts';
import { send } from '../../lib/api-send.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { PageLink } from '../frames/RecordPage.tsx';
import { readAnew } from '../frames/read.ts';
import { opsScreens } from '../screens.ts';
import { ImportOutcome } from './ImportOutcome.tsx';
import { FileDrop } from './PicturesField.tsx';
import { PICTURE_TYPES } from './send-picture.ts';
import { UploadList, usePictureUploads } from './uploads.tsx';

const IS_TABLE = /\.(csv|json)$/i;
const IS_SPREADSHEET = /\.(xlsx?|xlsm|ods|numbers|tsv|txt)$/i;
/** Thousands of products take their time. */
const TIMEOUT_MS = 2 * 60_000;

interface TableFile {
  fileName: string;
  text: string;
}

/** A table of products with their pictures: what it would change is shown first, and a repeat changes nothing. */
export function ImportPage() {
  const queryClient = useQueryClient();
  const [table, setTable] = useState<TableFile>();
  const [fault, setFault] = useState<string>();
  const [key, setKey] = useState(newKey);
  const bringIn = (dryRun: boolean) => async (file: TableFile) =>
    (await send(opsImportProducts, { body: { ...file, dryRun }, idempotencyKey: key, timeoutMs: TIMEOUT_MS }))
      .data;
  const tried = useMutation({ mutationFn: bringIn(true) });
  const done = useMutation({
    mutationFn: bringIn(false),
    onSuccess: async () => {
      setKey(newKey());
      await readAnew(queryClient, opsProducts);
    },
  });
  // What was shown was shown without them.
  const begin = () => {
    setKey(newKey());
    tried.reset();
    done.reset();
  };
  const sending = usePictureUploads(begin);
  const handleFiles = async (files: File[]) => {
    begin();
    setFault(undefined);
    const tables = files.filter(({ name }) => IS_TABLE.test(name));
    const spreadsheet = files.find(({ name }) => IS_SPREADSHEET.test(name));
    if (spreadsheet)
      setFault(`${spreadsheet.name} is no CSV. Save the table as "CSV UTF-8" and choose that file.`);
    sending.add(files.filter(({ name }) => !IS_TABLE.test(name) && !IS_SPREADSHEET.test(name)));
    const [file] = tables;
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = new TextDecoder(textEncodingOf(bytes)).decode(bytes);
    if (tables.length > 1) setFault('One table at a time: the first one is taken.');
    if (text.length > IMPORT_TEXT_MAX) setFault(`${file.name} is too long. Divide it.`);
    else setTable({ fileName: file.name, text });
  };
  const outcome = done.data ?? tried.data;
  const changes = tried.data?.errors.length === 0 ? (tried.data.changes?.length ?? 0) : 0;
  const error = done.error ?? tried.error;
  const waits = sending.underWay > 0 && 'Pictures are on their way...';
  return (
    <div className="stack" data-gap="5">
      <header className="stack" data-gap="2">
        <PageLink to={opsScreens.products}>All products</PageLink>
        <h1>Import products</h1>
        <p className="muted">
          A table as Export gives it, or only the columns that change: slug and price are a price list.
          Products are found by their slug; what the table leaves out stays as it is.
        </p>
      </header>
      <FileDrop label="Choose Files" accept={`.csv,.json,${PICTURE_TYPES}`} onFiles={handleFiles}>
        Drop the table (CSV or JSON) and its pictures here, together or one after the other.
      </FileDrop>
      {table && (
        <p>
          Table: <b>{table.fileName}</b>
        </p>
      )}
      {fault && <Note kind="warning">{fault}</Note>}
      <UploadList uploads={sending.uploads} />
      {table && !done.data && (
        <div className="row" data-gap="2" data-wrap>
          <Button
            variant={changes > 0 ? 'line' : 'main'}
            onClick={() => tried.mutate(table)}
            busyLabel={(tried.isPending && 'Looking...') || waits}
          >
            Show What Would Change
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
      {error && <Note kind="error">{errorMessage(error, 'It could not be read.')}</Note>}
      {outcome && <ImportOutcome outcome={outcome} />}
    </div>
  );
}
