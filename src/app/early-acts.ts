import { type FormField, typeInto } from '../lib/type-into.ts';

/**
 * What a shopper did on a rendered page before the app could hear it: fields typed and chosen, and the taps that the
 * head script kept and showed busy (each on a counter, the last on another button). Done again once, in that order,
 * after hydration.
 */

interface EarlyActs {
  fields: Map<FormField, string>;
  taps: HTMLElement[];
  /** The fields and buttons of the page that the server drew. */
  drawn?: Element[];
}

declare global {
  /** Set by the head script; calling it ends its listening. */
  var earlyActs: (() => EarlyActs) | undefined;
}

const controls = () => [
  ...document.querySelectorAll('#root button, #root input, #root select, #root textarea'),
];

/** Call it before the app takes the page over. */
export function rememberControls(): void {
  const acts = globalThis.earlyActs;
  const drawn = controls();
  if (acts) globalThis.earlyActs = () => ({ ...acts(), drawn });
}

/** The same field or button, also where React had to draw the page again, as a translated one. */
function current<E extends Element>(old: E, drawn: Element[]): E | undefined {
  if (old.isConnected) return old;
  const isAlike = (other: Element) => kindOf(other) === kindOf(old);
  const [before, now] = [drawn.filter(isAlike), controls().filter(isAlike)];
  return before.length === now.length ? (now[before.indexOf(old)] as E | undefined) : undefined;
}

/** The opening tag without ids, because React numbers them differently on a client render. */
function kindOf(element: Element): string {
  const copy = element.cloneNode() as Element;
  for (const name of ['id', 'aria-describedby', 'aria-busy', 'value']) copy.removeAttribute(name);
  return copy.outerHTML;
}

/** Call it when the app listens, and not inside an effect: React could not take over a part of the page then. */
export async function performEarlyActs(): Promise<void> {
  const acts = globalThis.earlyActs?.();
  globalThis.earlyActs = undefined;
  const drawn = acts?.drawn ?? [];
  for (const [typed, value] of acts?.fields ?? []) {
    const field = current(typed, drawn);
    if (!field) continue;
    // An event that changes nothing makes React take over this part of the page now; it may put the field back.
    field.dispatchEvent(new Event('input', { bubbles: true }));
    typeInto(field, value);
  }
  for (const tapped of acts?.taps ?? []) {
    current(tapped, drawn)?.click();
    // React draws what a tap changed before the next one counts from it.
    await null;
  }
}
