import { type ChangeEvent, type Ref, useImperativeHandle, useLayoutEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type FormField, typeInto } from '../lib/type-into.ts';

/** The text of a field that the app knows: what it has drawn or heard last. */
const knownTexts = new WeakMap<Element, string>();

interface Wanted<Field extends FormField> {
  /** Undefined: the field keeps its text itself. */
  value?: string | number | readonly string[] | undefined;
  onChange?: ((event: ChangeEvent<Field>) => void) | undefined;
  ref?: Ref<Field> | undefined;
}

/**
 * Props of a field whose text the app decides without writing over what it did not hear: password managers and some
 * browsers fill fields in without an event, and a plain controlled field is emptied by the next render.
 *
 * @param options of a choice list: others are drawn with the value chosen again.
 */
export function useFieldValue<Field extends FormField>(
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
    // Text that came before the app is in the page stays: it is heard with the others.
    if (!isNew && field.value !== String(value)) field.value = String(value);
  });
  if (value === undefined) return { ref: own, ...(onChange && { onChange }) };
  const handleChange = (event: ChangeEvent<Field>) => {
    knownTexts.set(event.currentTarget, event.currentTarget.value);
    // An edit that the app does not take changes no state, and must leave the screen again.
    redraw();
    onChange?.(event);
  };
  return { ref: own, defaultValue: value, onChange: handleChange };
}

/** Lets the app hear what stands in a form's fields without its knowledge, one by one as if it were typed. */
export function hearFilledFields(form: HTMLFormElement): void {
  for (const field of Array.from(form.elements) as FormField[]) {
    const known = knownTexts.get(field);
    if (known !== undefined && known !== field.value) flushSync(() => typeInto(field, field.value));
  }
}
