import { PHONE_COUNTRY_PREFIX } from '#contract/limits.ts';
import {
  isForeignPhoneNumber,
  normalizePhoneNumber,
  stripNonPhoneCharacters,
} from '#contract/rules/people/phone.ts';

/** Shows a phone number with a fixed +234 and grouped digits. The value has no spaces, as the API stores it. */

/** Groups the national digits: `803 555 0142`. A foreign number stays unchanged. */
export function formatNationalPhoneNumber(value: string): string {
  if (isForeignPhoneNumber(value)) return value;
  const digits = value.slice(PHONE_COUNTRY_PREFIX.length);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join(' ');
}

/** The state of the field after the browser has applied one edit. */
interface Edit {
  text: string;
  caret: number;
  /** Kind of edit, from the input event; undefined when a script changed the field. */
  inputType: string | undefined;
}

/** @returns the number after the edit, and a caret position in the grouped number that stays before the same digit. */
export function applyPhoneEdit(value: string, edit: Edit): { value: string; caret: number } {
  const { inputType = '' } = edit;
  const { text, caret } = withoutBlankDeletion(formatNationalPhoneNumber(value), edit);
  const keepsZero =
    inputType.startsWith('delete') ||
    (inputType === 'insertText' && value.startsWith(`${PHONE_COUNTRY_PREFIX}0`));
  const next = normalizePhoneNumber(text, { keepsZero });
  return { value: next, caret: caretBefore(formatNationalPhoneNumber(next), digitCount(text.slice(caret))) };
}

/** Deleting a space between groups also deletes the digit beside it, because the key would otherwise do nothing. */
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
