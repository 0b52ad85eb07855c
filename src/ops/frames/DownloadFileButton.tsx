import { useMutation } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { Button } from '../../ui/control/Button.tsx';
import { RequestFailureMessage } from './RequestFailureMessage.tsx';

/** The byte order mark, which tells spreadsheets that the file is UTF-8. */
const MARK = '\uFEFF';

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  txt: 'text/plain',
};

/** Saves a text as a file of the type that its name ends with. A CSV file gets a byte order mark. */
export function downloadTextFile(name: string, text: string): void {
  const marked = name.endsWith('.csv') && !text.startsWith(MARK) ? MARK + text : text;
  const type = TYPES[name.split('.').at(-1) ?? ''];
  const address = URL.createObjectURL(new Blob([marked], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The object URL stays valid for a minute, because the browser reads the file only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

interface ExportPart {
  csv: string;
  /** Id of the part's last row, from which the next part is requested; null: the export is complete. */
  next: string | null;
}

/** Reads an export in parts, because each reply has a limited number of rows. */
export async function fetchWholeExport<Body extends { after?: string }>(
  endpoint: Endpoint<{ body: Body; reply: { data: ExportPart } }>,
  body: NoInfer<Body>,
): Promise<string> {
  const parts: string[] = [];
  let after: string | null = null;
  do {
    const request: Body = after === null ? body : { ...body, after };
    const { data }: { data: ExportPart } = await sendApiRequest(endpoint, { body: request } as never);
    parts.push(data.csv.replace(MARK, ''));
    after = data.next;
  } while (after !== null);
  return parts.join('');
}

interface Props {
  label: string;
  variant?: 'soft' | 'line';
  /** True: the button is larger than others of its kind. */
  isLarge?: boolean;
  name: string;
  read: () => Promise<string>;
}

/** Shows a button that requests a file from the server and saves it. */
export function DownloadFileButton({ label, variant = 'line', isLarge, name, read }: Props) {
  const saved = useMutation({ mutationFn: async () => downloadTextFile(name, await read()) });
  return (
    <>
      <Button
        variant={variant}
        small={!isLarge}
        onClick={() => saved.mutate()}
        busyLabel={saved.isPending && 'Saving...'}
      >
        {label}
      </Button>
      <RequestFailureMessage error={saved.error} fallback="The file could not be created." />
    </>
  );
}
