export type FormFieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Sets a field's value and fires the events that React listens to. */
export function setFieldValue(field: FormFieldElement, value: string): void {
  setLikeTyping(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/**
 * Sets the text so that React notices the change. React's own setter remembers its text, and an event with the same
 * text is ignored. So that setter gets an empty text, and the prototype's setter gets the value.
 */
function setLikeTyping(field: FormFieldElement, value: string): void {
  const prototype = Object.getPrototypeOf(field);
  const set = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
  if (field instanceof HTMLSelectElement) set?.call(field, value);
  else {
    field.value = '';
    set?.call(field, value);
  }
}
