import { type FormFieldElement, setFieldValue } from '../lib/set-field-value.ts';

/**
 * Replays field input and taps that the shopper made on a server-rendered page before hydration. The head script
 * records them: each tap on a counter, and the last tap on any other button.
 */

interface Recording {
  fields: Map<FormFieldElement, string>;
  taps: HTMLElement[];
  /** The server-rendered fields and buttons. */
  drawn?: Element[];
}

declare global {
  /** Set by the head script; calling it stops recording. */
  var recording: (() => Recording) | undefined;
}

const controls = () => [
  ...document.querySelectorAll('#root button, #root input, #root select, #root textarea'),
];

/** Records the rendered controls; call it before hydration. */
export function recordRenderedControls(): void {
  const recorded = globalThis.recording;
  const drawn = controls();
  if (recorded) globalThis.recording = () => ({ ...recorded(), drawn });
}

/** Finds the same control again after React re-rendered the page, e.g. a translated one. */
function current<E extends Element>(old: E, drawn: Element[]): E | undefined {
  if (old.isConnected) return old;
  const isAlike = (other: Element) => kindOf(other) === kindOf(old);
  const [before, now] = [drawn.filter(isAlike), controls().filter(isAlike)];
  return before.length === now.length ? (now[before.indexOf(old)] as E | undefined) : undefined;
}

/** Returns the opening tag without ids, because React numbers them differently on a client render. */
function kindOf(element: Element): string {
  const copy = element.cloneNode() as Element;
  for (const name of ['id', 'aria-describedby', 'aria-busy', 'value']) copy.removeAttribute(name);
  return copy.outerHTML;
}

/** Call this after hydration and outside an effect, where React cannot hydrate the affected part. */
export async function replayInteractions(): Promise<void> {
  const recorded = globalThis.recording?.();
  globalThis.recording = undefined;
  const drawn = recorded?.drawn ?? [];
  for (const [typed, value] of recorded?.fields ?? []) {
    const field = current(typed, drawn);
    if (!field) continue;
    // A no-op event makes React hydrate this part now; hydration may reset the field.
    field.dispatchEvent(new Event('input', { bubbles: true }));
    setFieldValue(field, value);
  }
  for (const tapped of recorded?.taps ?? []) {
    current(tapped, drawn)?.click();
    // Lets React render one tap before the next one counts from it.
    await null;
  }
}
