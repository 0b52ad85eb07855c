import { useEffect } from 'react';

/** Moves in lists by keys: `/` goes to the search of the page, arrows go from row to row, Enter opens the row's link. */
export function useListKeyboardNavigation(): void {
  useEffect(() => {
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const at = document.activeElement as HTMLElement | null;
  const search = findSearch();
  const isTyping = at?.matches('input, textarea, select, [contenteditable]') ?? false;
  const next =
    event.key === '/' && !isTyping
      ? search
      : // Elsewhere on the page, and in other fields, arrow keys keep their usual effect, such as scrolling.
        event.key === 'ArrowDown' || event.key === 'ArrowUp'
        ? findNextRow(at, search, event.key === 'ArrowDown' ? 1 : -1)
        : null;
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (next instanceof HTMLInputElement) next.select();
}

/** The search field of the list, or else the one on top of every page. */
const findSearch = () =>
  document.querySelector<HTMLInputElement>('#content input[name=q], #content input[type=search]') ??
  document.querySelector<HTMLInputElement>('header input[type=search]');

/** From the search field the arrow goes to the first row, and from the first row up to the search field. */
function findNextRow(at: HTMLElement | null, search: HTMLElement | null, step: 1 | -1): HTMLElement | null {
  const rows = [...document.querySelectorAll('#content tbody tr, #content li')].filter((row) =>
    row.querySelector('a[href]'),
  );
  // Rows can be nested. The last row that contains the focused element is the innermost one.
  const here = rows.map((row) => row.contains(at)).lastIndexOf(true);
  if (here < 0 && (at === null || at !== search)) return null;
  if (step < 0 && here === 0) return search;
  return rows[here + step]?.querySelector<HTMLElement>('a[href]') ?? null;
}
