import type { ComponentProps } from 'react';
import { AMOUNT_MAX_NAIRA, WINDOW_HOURS_MAX } from '#contract/limits.ts';
import {
  COUNT_PATTERN,
  HOURS_PATTERN,
  hoursMessage,
  NAIRA_PATTERN,
  wholeNumberMessage,
} from '#contract/rules/amount.ts';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { capitalised } from '../display-text.ts';

/** What stands in the named fields of a form, without outer spaces. */
export function fieldsOf<Name extends string>(
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

/** A form that gives what stands in its fields. */
export function FieldsForm<Name extends string>({ names, onFields, ...form }: FormProps<Name>) {
  return <Form {...form} onSubmit={({ currentTarget }) => onFields(fieldsOf(currentTarget, names))} />;
}

/** Inputs for figures: text, which the browser compares with the pattern, as a number field reads `45.000` as 45. */
const figure = <Mode extends 'numeric' | 'decimal'>(inputMode: Mode, pattern: string, words: string) =>
  ({ autoComplete: 'off', maxLength: 30, inputMode, pattern, title: `${capitalised(words)}.` }) as const;

/** Whole naira. */
export const nairaField = (max: number) => figure('numeric', NAIRA_PATTERN, wholeNumberMessage(max));
export const countField = (max: number) => figure('numeric', COUNT_PATTERN, wholeNumberMessage(max));
export const HOURS_FIELD = figure('decimal', HOURS_PATTERN, hoursMessage(WINDOW_HOURS_MAX));

/** Whole naira. @param emptyMeans what an empty one means; without it, an amount is asked for. */
export function AmountField({ emptyMeans }: { emptyMeans?: string }) {
  return (
    <TextField
      label="Amount in naira"
      name="amount"
      {...nairaField(AMOUNT_MAX_NAIRA)}
      hint={emptyMeans}
      required={emptyMeans === undefined}
    />
  );
}
