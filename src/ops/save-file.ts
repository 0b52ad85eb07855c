/** By it a spreadsheet knows a table for UTF-8. */
const MARK = '\uFEFF';

/** Hands a text to the browser's downloads. @param type `text/csv` gets its mark. */
export function saveFile(name: string, type: string, text: string): void {
  const marked = type === 'text/csv' && !text.startsWith(MARK) ? MARK + text : text;
  const address = URL.createObjectURL(new Blob([marked], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
