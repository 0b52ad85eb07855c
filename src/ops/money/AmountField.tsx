import { AMOUNT_MAX_NAIRA } from '#contract/limits.ts';
import { TextField } from '../../ui/TextField.tsx';
import { nairaField } from '../figure-field.ts';

interface Props {
  /** What an empty one means; without it, an amount is asked for. */
  emptyMeans?: string;
}

/** Whole naira. */
export function AmountField({ emptyMeans }: Props) {
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
