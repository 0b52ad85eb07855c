import type { ComponentProps } from 'react';
import { GROUP_DURATION_HOURS_MAX, OPERATOR_AMOUNT_INPUT_MAX_NAIRA } from '#contract/limits.ts';
import {
  formatHoursInputError,
  formatIntegerInputError,
  HOURS_INPUT_PATTERN,
  INTEGER_INPUT_PATTERN,
  NAIRA_INPUT_PATTERN,
} from '#contract/rules/text/number-input.ts';
import { Form } from '../../ui/form/Form.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { capitalise } from '../display-text.ts';

/** Reads the trimmed values of a form's named fields. */
export function readFormFields<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
): Record<Name, string> {
  const data = new FormData(form);
  const pairs = names.map((name) => [name, String(data.get(name) ?? '').trim()] as const);
  return Object.fromEntries(pairs) as Record<Name, string>;
}

interface FormProps<Name extends string> extends Omit<ComponentProps<typeof Form>, 'onSubmit'> {
  names: readonly Name[];
  onFields: (fields: Record<Name, string>) => void;
}

/** Shows a form that calls `onFields` with the values of its named fields when submitted. */
export function FieldValuesForm<Name extends string>({ names, onFields, ...form }: FormProps<Name>) {
  return <Form {...form} onSubmit={({ currentTarget }) => onFields(readFormFields(currentTarget, names))} />;
}

/** Numbers are typed into text fields with a pattern, because a number field reads `45.000` as 45. */
const figure = <Mode extends 'numeric' | 'decimal'>(inputMode: Mode, pattern: string, message: string) =>
  ({ autoComplete: 'off', maxLength: 30, inputMode, pattern, title: `${capitalise(message)}.` }) as const;

/** Builds the attributes of a field that accepts whole naira only. */
export const createNairaFieldProps = (max: number) =>
  figure('numeric', NAIRA_INPUT_PATTERN, formatIntegerInputError(max));
export const createIntegerFieldProps = (max: number) =>
  figure('numeric', INTEGER_INPUT_PATTERN, formatIntegerInputError(max));
export const HOURS_FIELD_PROPS = figure(
  'decimal',
  HOURS_INPUT_PATTERN,
  formatHoursInputError(GROUP_DURATION_HOURS_MAX),
);

/**
 * Shows a field for an amount in whole naira. @param emptyMeans what an empty field means; absent: an amount is
 * required.
 */
export function NairaAmountField({ emptyMeans }: { emptyMeans?: string }) {
  return (
    <TextField
      label="Amount in naira"
      name="amount"
      {...createNairaFieldProps(OPERATOR_AMOUNT_INPUT_MAX_NAIRA)}
      hint={emptyMeans}
      required={emptyMeans === undefined}
    />
  );
}

/** Builds a filter's options. The first one, with the label `all`, does not filter. */
export const createFilterOptions = (
  all: string,
  labels: Iterable<readonly [value: string, label: string]>,
) => [{ value: '', label: all }, ...Array.from(labels, ([value, label]) => ({ value, label }))];
