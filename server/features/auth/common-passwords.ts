import { dictionary } from '@zxcvbn-ts/language-common';
import { accountTexts } from '#contract/texts.ts';

/** About fifty thousand leaked passwords. The list stays on the server, so that phones need not load it. */
const COMMON = new Set(dictionary['passwords-common']);

/** @returns the error message, or null for a password that is not common. */
export function getCommonPasswordError(password: string): string | null {
  return COMMON.has(password.toLowerCase()) ? accountTexts.passwordTooCommon : null;
}
