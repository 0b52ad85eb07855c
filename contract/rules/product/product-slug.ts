import { SLUG_LENGTH_MAX } from '../../limits.ts';

/** Matches a percent escape, also an incomplete one, because chats cut long links. */
const PERCENT_ESCAPE = /%[0-9a-f]{0,2}/gi;
/** Matches zero-width characters and direction marks, which copying from a chat adds. */
const INVISIBLE = /\p{Cf}/gu;
const HYPHENS = /[\u2010-\u2015\u2212]/g;
/** Matches the first part of a text that is a valid slug (`SLUG_PATTERN`). */
const FIRST_SLUG = /[a-z0-9]+(-[a-z0-9]+)*/;

/**
 * Finds the product slug in the last path segment of a shared link, which may be damaged.
 * @param text the decoded path segment.
 * @returns empty when there is no slug.
 */
export function parseSlugFromPathSegment(text: string): string {
  const plain = text
    .replace(PERCENT_ESCAPE, ' ')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(HYPHENS, '-');
  return FIRST_SLUG.exec(plain.toLowerCase())?.[0] ?? '';
}

/** @returns the slug for a product's title; an empty string when the title has no letter or digit a-z, 0-9. */
export function buildSlugFromTitle(title: string): string {
  const plain = title.normalize('NFKD').replace(/[\p{M}'\u2019]/gu, '');
  const words = plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, SLUG_LENGTH_MAX).replace(/-$/, '');
}
