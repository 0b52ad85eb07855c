import { type ChangeEvent, type Ref, useImperativeHandle, useLayoutEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type FormFieldElement, setFieldValue } from '../../lib/browser/set-field-value.ts';

/**
 * Maps each field to the text that the app last rendered or received. Any other text was filled in without an event.
 */
const knownTexts = new WeakMap<Element, string>();

interface Wanted<Field extends FormFieldElement> {
  /** The value of a controlled field; undefined: the field is uncontrolled. */
  value?: string | number | readonly string[] | undefined;
  onChange?: ((event: ChangeEvent<Field>) => void) | undefined;
  ref?: Ref<Field> | undefined;
}

/**
 * @returns props for a controlled field, which preserve text that a password manager fills in without an event.
 * @param options of a `<select>`: new options restore the chosen value.
 */
export function useControlledFieldProps<Field extends FormFieldElement>(
  { value, onChange, ref }: Wanted<Field>,
  options?: readonly unknown[],
) {
  const own = useRef<Field>(null);
  const drawnOptions = useRef(options);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useImperativeHandle(ref, () => own.current as Field, []);
  useLayoutEffect(() => {
    const field = own.current;
    if (field === null || value === undefined) return;
    const isNew = !knownTexts.has(field);
    if (knownTexts.get(field) === String(value) && drawnOptions.current === options) return;
    knownTexts.set(field, String(value));
    drawnOptions.current = options;
    // Text that was entered before hydration stays; it is reported together with the other fields.
    if (!isNew && field.value !== String(value)) field.value = String(value);
  });
  if (value === undefined) return { ref: own, ...(onChange && { onChange }) };
  const handleChange = (event: ChangeEvent<Field>) => {
    knownTexts.set(event.currentTarget, event.currentTarget.value);
    // If the app rejects the edit, its state does not change, so a render is forced to restore the field's text.
    redraw();
    onChange?.(event);
  };
  return { ref: own, defaultValue: value, onChange: handleChange };
}

/** Fires input events for fields that the browser filled in without one, so that React knows their text. */
export function dispatchAutofilledInputEvents(form: HTMLFormElement): void {
  for (const field of Array.from(form.elements) as FormFieldElement[]) {
    const known = knownTexts.get(field);
    if (known !== undefined && known !== field.value) flushSync(() => setFieldValue(field, field.value));
  }
}
