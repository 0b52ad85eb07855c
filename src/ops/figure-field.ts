import { WINDOW_HOURS_MAX } from '#contract/limits.ts';
import {
  COUNT_PATTERN,
  HOURS_PATTERN,
  hoursWords,
  NAIRA_PATTERN,
  wholeWords,
} from '#contract/rules/amount.ts';

/** Inputs for figures: text, which the browser compares with the pattern, as a number field reads `45.000` as 45. */

const TYPED = { autoComplete: 'off', maxLength: 30 } as const;

/** Whole naira. */
export const nairaField = (max: number) =>
  ({ ...TYPED, inputMode: 'numeric', pattern: NAIRA_PATTERN, title: sentence(wholeWords(max)) }) as const;

export const countField = (max: number) =>
  ({ ...TYPED, inputMode: 'numeric', pattern: COUNT_PATTERN, title: sentence(wholeWords(max)) }) as const;

export const HOURS_FIELD = {
  ...TYPED,
  inputMode: 'decimal',
  pattern: HOURS_PATTERN,
  title: sentence(hoursWords(WINDOW_HOURS_MAX)),
} as const;

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
