import { getNameCharactersError } from './plain-text.ts';
import { normalizeTypedCode } from './typed-text.ts';

/** Messages about a review's text. They are not in `texts.ts`, because the first page loads that file. */
export const reviewErrorMessages = {
  notCollected: 'You can review this product once you have collected it.',
  textRefused: 'Please check the text of your review.',
  noContacts: 'Please leave out phone numbers, e-mail addresses and web addresses.',
  noMarkup: 'Please write plain words, without code or formatting signs.',
} as const;

/** Matches nine digits with only separators between them, as in a phone number; prices and dates have fewer. */
const PHONE_NUMBER = /(?:\d[\s().+-]*){9}/;
const EMAIL_ADDRESS = /[^\s@]@[^\s@]/;
/** Matches `://`, `www.`, and domain names with a common ending, such as `.com`. */
const WEB_ADDRESS =
  /:\/\/|\bwww\.|[\p{L}\d]\.(?:com|net|org|info|ng|co|io|me|ly|shop|store|link|app|site|online|xyz|biz|africa)\b/iu;
/** Matches tags, links and marks of HTML, Markdown and forums. */
const MARKUP = /<\s*[/!?\p{L}]|\]\(|\[\/?(?:b|i|u|url|img|color|size)\b|\*\*|```/iu;

/** Normalises a review for storage: composed (NFC), at most one empty line in a row. */
export function normalizeReviewText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\n\s*\n\s*/g, '\n\n')
    .trim();
}

/**
 * Checks that a review does not lead buyers to other sellers or break the page.
 * @returns the message for the writer; null for a valid text.
 */
export function getReviewTextError(text: string): string | null {
  if (text === '') return null;
  const problem = getNameCharactersError(text);
  if (problem) return `Your review ${problem}`;
  // Full-width digits and invisible characters would hide a phone number, so they are normalised before the check.
  const plain = normalizeTypedCode(text);
  if (PHONE_NUMBER.test(plain) || EMAIL_ADDRESS.test(plain) || WEB_ADDRESS.test(plain))
    return reviewErrorMessages.noContacts;
  return MARKUP.test(plain) ? reviewErrorMessages.noMarkup : null;
}
