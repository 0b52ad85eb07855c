import { type FormField, typeInto } from '../lib/type-into.ts';

/**
 * What a shopper did on a rendered page before the app could hear it: fields typed and chosen, and the taps that the
 * head script kept and showed busy (each on a counter, the last on another button). Done again once, in that order,
 * after hydration.
 */

declare global {
  /** Set by the head script; calling it ends its listening. */
  var earlyActs: (() => { fields: Map<FormField, string>; taps: HTMLElement[] }) | undefined;
}

/** Call it when the app listens, and not inside an effect: React could not take over a part of the page then. */
export async function performEarlyActs(): Promise<void> {
  const acts = globalThis.earlyActs?.();
  globalThis.earlyActs = undefined;
  for (const [field, value] of acts?.fields ?? []) {
    if (!field.isConnected) continue;
    // An event that changes nothing makes React take over this part of the page now; it may put the field back.
    field.dispatchEvent(new Event('input', { bubbles: true }));
    typeInto(field, value);
  }
  for (const button of acts?.taps ?? []) {
    if (button.isConnected) button.click();
    // React draws what a tap changed before the next one counts from it.
    await null;
  }
}
