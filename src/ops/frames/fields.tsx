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

/** Reads the trimmed values of a form's named fields. */
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

/** Passes the values of its fields to its handler when submitted. */
export function FieldsForm<Name extends string>({ names, onFields, ...form }: FormProps<Name>) {
  return <Form {...form} onSubmit={({ currentTarget }) => onFields(fieldsOf(currentTarget, names))} />;
}

/** Numbers are typed into text inputs with a pattern, because a number input reads `45.000` as 45. */
const figure = <Mode extends 'numeric' | 'decimal'>(inputMode: Mode, pattern: string, words: string) =>
  ({ autoComplete: 'off', maxLength: 30, inputMode, pattern, title: `${capitalised(words)}.` }) as const;

/** Accepts whole naira only. */
export const nairaField = (max: number) => figure('numeric', NAIRA_PATTERN, wholeNumberMessage(max));
export const countField = (max: number) => figure('numeric', COUNT_PATTERN, wholeNumberMessage(max));
export const HOURS_FIELD = figure('decimal', HOURS_PATTERN, hoursMessage(WINDOW_HOURS_MAX));

/**
 * Asks for an amount in whole naira.
 *
 * @param emptyMeans describes an empty field; absent: an amount is required.
 */
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
