import { PHONE_COUNTRY_PREFIX } from '#contract/limits.ts';
import {
  isForeignPhoneNumber,
  normalizePhoneNumber,
  stripNonPhoneCharacters,
} from '#contract/rules/phone.ts';

/** Shows a fixed +234 and grouped digits; the value is `+234` plus digits, as the API stores it. */

/** Groups the national digits: `803 555 0142`. A foreign number stays unchanged. */
export function formatNationalNumber(value: string): string {
  if (isForeignPhoneNumber(value)) return value;
  const digits = value.slice(PHONE_COUNTRY_PREFIX.length);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join(' ');
}

/** Describes the field's state after one edit of the browser. */
interface Edit {
  text: string;
  caret: number;
  /** From the input event; undefined for scripted changes. */
  inputType: string | undefined;
}

/** @returns the number after the edit, and the caret position before the same digit as in the field. */
export function applyPhoneEdit(value: string, edit: Edit): { value: string; caret: number } {
  const { inputType = '' } = edit;
  const { text, caret } = withoutBlankDeletion(formatNationalNumber(value), edit);
  const keepsZero =
    inputType.startsWith('delete') ||
    (inputType === 'insertText' && value.startsWith(`${PHONE_COUNTRY_PREFIX}0`));
  const next = normalizePhoneNumber(text, { keepsZero });
  return { value: next, caret: caretBefore(formatNationalNumber(next), digitCount(text.slice(caret))) };
}

/** Deleting a group's separator also deletes the digit beside it; otherwise the key would seem dead. */
function withoutBlankDeletion(shown: string, { text, caret, inputType }: Edit): Omit<Edit, 'inputType'> {
  const isBackward = inputType === 'deleteContentBackward';
  const isBlankOnly =
    text.length < shown.length && stripNonPhoneCharacters(text) === stripNonPhoneCharacters(shown);
  if (!isBlankOnly || !(isBackward || inputType === 'deleteContentForward')) return { text, caret };
  const at = isBackward ? caret - 1 : caret;
  return { text: text.slice(0, at) + text.slice(at + 1), caret: at };
}

const digitCount = (text: string) => stripNonPhoneCharacters(text).replace(/\+/g, '').length;

function caretBefore(shown: string, digitsBehind: number): number {
  let caret = shown.length;
  while (caret > 0 && digitCount(shown.slice(caret)) < digitsBehind) caret -= 1;
  return shown[caret - 1] === ' ' ? caret - 1 : caret;
}
