import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IMPORT_FILE_CHARS_MAX } from '#contract/limits.ts';
import { opsImportProducts } from '#contract/ops/products-endpoints.ts';
import { detectTextEncoding } from '#contract/rules/text/text-encoding.ts';
import { sendApiRequest } from '../../../lib/api/api-send.ts';
import { createRandomUuid } from '../../../lib/browser/random-uuid.ts';
import { refetchEndpoints } from '../../frames/console-queries.ts';
import { useImageUploads } from '../uploads.tsx';

const IS_TABLE = /\.(csv|json)$/i;
const IS_SPREADSHEET = /\.(xlsx?|xlsm|ods|numbers|tsv|txt)$/i;
/** Time limit of an import, because importing thousands of products takes long. */
const TIMEOUT_MS = 2 * 60_000;

interface TableFile {
  fileName: string;
  text: string;
  /** Minimum of a new product's group; only for a table of another shop system. */
  groupSize?: number;
}

/** Previews and imports a table of products. After another table, image or group size the preview no longer applies. */
export function useProductImport() {
  const queryClient = useQueryClient();
  const [table, setTable] = useState<TableFile>();
  const [fault, setFault] = useState<string>();
  const [shop, setShop] = useState<string>();
  const [key, setKey] = useState(createRandomUuid);
  const bringIn = (dryRun: boolean) => async (file: TableFile) =>
    (
      await sendApiRequest(opsImportProducts, {
        body: { ...file, dryRun },
        idempotencyKey: key,
        timeoutMs: TIMEOUT_MS,
      })
    ).data;
  const tried = useMutation({
    mutationFn: bringIn(true),
    onSuccess: ({ source }) => setShop(source?.name),
  });
  const done = useMutation({
    mutationFn: bringIn(false),
    onSuccess: async () => {
      setKey(createRandomUuid());
      await refetchEndpoints(queryClient);
    },
  });
  const begin = () => {
    setKey(createRandomUuid());
    tried.reset();
    done.reset();
  };
  const sending = useImageUploads(begin);
  const handleFiles = async (files: File[]) => {
    begin();
    const tables = files.filter(({ name }) => IS_TABLE.test(name));
    const spreadsheet = files.find(({ name }) => IS_SPREADSHEET.test(name));
    sending.add(files.filter(({ name }) => !IS_TABLE.test(name) && !IS_SPREADSHEET.test(name)));
    const chosen = tables[0] && (await readTable(tables[0]));
    if (chosen) setShop(undefined);
    if (chosen && chosen.text.length <= IMPORT_FILE_CHARS_MAX) setTable(chosen);
    setFault(findFault(chosen, tables.length, spreadsheet));
  };
  const handleGroupSize = (size?: number) => {
    begin();
    setTable(
      (file) =>
        file && {
          ...{ fileName: file.fileName, text: file.text },
          ...(size === undefined ? {} : { groupSize: size }),
        },
    );
  };
  return { table, fault, shop, tried, done, sending, handleFiles, handleGroupSize };
}

async function readTable(file: File): Promise<TableFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { fileName: file.name, text: new TextDecoder(detectTextEncoding(bytes)).decode(bytes) };
}

function findFault(chosen: TableFile | undefined, count: number, spreadsheet?: File): string | undefined {
  if (chosen && chosen.text.length > IMPORT_FILE_CHARS_MAX)
    return `${chosen.fileName} is too large. Split it into smaller files.`;
  if (count > 1) return 'One table at a time: only the first one is used.';
  return (
    spreadsheet &&
    `${spreadsheet.name} is not a CSV file. Save the table as "CSV UTF-8" and choose that file.`
  );
}
