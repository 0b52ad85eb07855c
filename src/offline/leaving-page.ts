/**
 * A page that is left may be kept whole for Back, an unfinished transaction of the database with it. WebKit lets no
 * other page read until that one is over, which it never is: a step that writes in several turns is broken off when
 * its page is left, and made again when the page is shown again.
 */

const unfinished = new Set<IDBTransaction>();
let leaves = 0;
let shown: Promise<void> | null = null;
let noteShown: () => void = () => {};

if (typeof addEventListener === 'function') {
  addEventListener('pagehide', (event) => {
    // A page that nobody keeps ends, and its transactions with it.
    if (!event.persisted || shown) return;
    leaves += 1;
    shown = new Promise((resolve) => {
      noteShown = resolve;
    });
    for (const transaction of unfinished) abort(transaction);
  });
  addEventListener('pageshow', () => {
    shown = null;
    noteShown();
  });
}

/** Breaks the transaction off when its page is left before `whenSure`, or is left already. */
export function abortWhenLeft(transaction: IDBTransaction): { whenSure: () => void } {
  unfinished.add(transaction);
  const forget = () => void unfinished.delete(transaction);
  transaction.addEventListener('complete', forget);
  transaction.addEventListener('abort', forget);
  if (shown) abort(transaction);
  return { whenSure: forget };
}

/** @returns asks whether the page was left since now, and may be still. */
export function watchLeaving(): () => boolean {
  const before = leaves;
  return () => shown !== null || leaves !== before;
}

/** Ends at once, but for a page that was left: then when it is shown again. */
export async function whenShown(): Promise<void> {
  await shown;
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is over already.
  }
}
