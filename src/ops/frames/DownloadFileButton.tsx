import { useMutation } from '@tanstack/react-query';
import { getErrorMessage } from '../../lib/api/error-message.ts';
import { Button } from '../../ui/control/Button.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';

/** This byte order mark tells spreadsheets that the file is UTF-8. */
const MARK = '\uFEFF';

/** Saves a text as a file. @param type for `text/csv` the file gets a byte order mark. */
export function downloadTextFile(name: string, type: string, text: string): void {
  const marked = type === 'text/csv' && !text.startsWith(MARK) ? MARK + text : text;
  const address = URL.createObjectURL(new Blob([marked], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The address stays valid for a minute, because the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Reads an export in parts, because each reply has a limited number of rows.
 * @param read returns the part after the given row, and its last row; null: the export is complete.
 */
export async function fetchWholeExport(
  read: (after: string | undefined) => Promise<{ next: string | null; csv: string }>,
): Promise<string> {
  const parts: string[] = [];
  let after: string | undefined;
  do {
    const { csv, next }: { next: string | null; csv: string } = await read(after);
    parts.push(csv.replace(MARK, ''));
    after = next ?? undefined;
  } while (after !== undefined);
  return parts.join('');
}

interface Props {
  label: string;
  busyLabel: string;
  variant?: 'soft' | 'line';
  /** True: the button is larger than others of its kind. */
  isLarge?: boolean;
  name: string;
  type: 'text/csv' | 'application/json';
  read: () => Promise<string>;
  failedWords?: string;
}

/** Requests a file from the server and saves it when pressed. */
export function DownloadFileButton({
  label,
  busyLabel,
  variant = 'line',
  isLarge,
  name,
  type,
  read,
  ...rest
}: Props) {
  const saved = useMutation({ mutationFn: async () => downloadTextFile(name, type, await read()) });
  const { failedWords = 'The file could not be created.' } = rest;
  return (
    <>
      <Button
        variant={variant}
        small={!isLarge}
        onClick={() => saved.mutate()}
        busyLabel={saved.isPending && busyLabel}
      >
        {label}
      </Button>
      {saved.error && <MessageBox kind="error">{getErrorMessage(saved.error, failedWords)}</MessageBox>}
    </>
  );
}
