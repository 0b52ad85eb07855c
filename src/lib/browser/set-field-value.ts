export type FormFieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Sets a field's value and fires the events that React listens to. */
export function setFieldValue(field: FormFieldElement, value: string): void {
  setLikeTyping(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** Uses the setter of the prototype. React overrides the element's own one and would ignore the event that follows. */
function setLikeTyping(field: FormFieldElement, value: string): void {
  const prototype = Object.getPrototypeOf(field);
  const set = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
  if (field instanceof HTMLSelectElement) set?.call(field, value);
  else {
    field.value = '';
    set?.call(field, value);
  }
}
