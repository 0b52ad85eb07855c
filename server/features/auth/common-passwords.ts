import { dictionary } from '@zxcvbn-ts/language-common';
import { accountTexts } from '#contract/texts.ts';

/** Some fifty thousand, from what was stolen elsewhere. On the server only: a phone need not carry them. */
const COMMON = new Set(dictionary['passwords-common']);

/** @returns the sentence that applies, or null for a password that is not among the first that a thief tries. */
export function commonPasswordError(password: string): string | null {
  return COMMON.has(password.toLowerCase()) ? accountTexts.passwordTooCommon : null;
}
