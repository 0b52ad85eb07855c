export type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Sets a field as a shopper does, so that React hears of it. */
export function typeInto(field: FormField, value: string): void {
  setLikeTyping(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/**
 * By the prototype's setter, because React listens at the element's own. It is set to something else first: React
 * takes a text that is in place already for the old one, so typing it again would change nothing.
 */
function setLikeTyping(field: FormField, value: string): void {
  const prototype = Object.getPrototypeOf(field);
  const set = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
  if (field instanceof HTMLSelectElement) set?.call(field, value);
  else {
    field.value = '';
    set?.call(field, value);
  }
}
