import { dictionary } from '@zxcvbn-ts/language-common';
import { accountTexts } from '#contract/texts.ts';

/** About fifty thousand leaked passwords, on the server only: a phone need not load them. */
const COMMON = new Set(dictionary['passwords-common']);

/** @returns the error message, or null for a password that is not common. */
export function commonPasswordError(password: string): string | null {
  return COMMON.has(password.toLowerCase()) ? accountTexts.passwordTooCommon : null;
}
