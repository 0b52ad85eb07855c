import { type FormFieldElement, setFieldValue } from '../../lib/browser/set-field-value.ts';

/** Replays field input and taps that the shopper made before hydration. A script in the page's head records both. */

interface Recording {
  fields: Map<FormFieldElement, string>;
  taps: HTMLElement[];
  /**
   * The server-rendered fields and buttons. Their order serves to find a control again after React has replaced the
   * HTML.
   */
  drawn?: Element[];
}

declare global {
  /** Set by a script in the page's head. Calling it stops the recording and returns what was recorded. */
  var recording: (() => Recording) | undefined;
}

const controls = () => [
  ...document.querySelectorAll('#root button, #root input, #root select, #root textarea'),
];

/** Adds the list of server-rendered controls to the recording, before React can replace them during hydration. */
export function addRenderedControlsToRecording(): void {
  const recorded = globalThis.recording;
  const drawn = controls();
  if (recorded) globalThis.recording = () => ({ ...recorded(), drawn });
}

/** Finds a recorded control again after React has replaced the HTML, as it does on a translated page. */
function current<E extends Element>(old: E, drawn: Element[]): E | undefined {
  if (old.isConnected) return old;
  const isAlike = (other: Element) => kindOf(other) === kindOf(old);
  const [before, now] = [drawn.filter(isAlike), controls().filter(isAlike)];
  return before.length === now.length ? (now[before.indexOf(old)] as E | undefined) : undefined;
}

/** @returns the element's opening tag without ids, which differ between server and client. */
function kindOf(element: Element): string {
  const copy = element.cloneNode() as Element;
  for (const name of ['id', 'aria-describedby', 'aria-busy', 'value']) copy.removeAttribute(name);
  return copy.outerHTML;
}

/** Replays the recorded input and taps. Call this outside an effect, where React cannot hydrate the affected part. */
export async function replayRecordedInteractions(): Promise<void> {
  const recorded = globalThis.recording?.();
  globalThis.recording = undefined;
  const drawn = recorded?.drawn ?? [];
  for (const [typed, value] of recorded?.fields ?? []) {
    const field = current(typed, drawn);
    if (!field) continue;
    // The event makes React hydrate this field. Hydration may reset the text, so the text is set afterwards.
    field.dispatchEvent(new Event('input', { bubbles: true }));
    setFieldValue(field, value);
  }
  for (const tapped of recorded?.taps ?? []) {
    current(tapped, drawn)?.click();
    // Waits until React has rendered the tap's result, because the next tap on a counter adds to this result.
    await null;
  }
}
