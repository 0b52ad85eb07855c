import { TextField } from '../../ui/TextField.tsx';

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
      type="number"
      inputMode="numeric"
      min={1}
      max={1_000_000_000}
      step={1}
      hint={emptyMeans}
      required={emptyMeans === undefined}
    />
  );
}
