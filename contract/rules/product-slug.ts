import { SLUG_MAX } from '../limits.ts';

/** A percent sign that begins no character: links are cut inside one when a chat shortens them. */
const PERCENT_ESCAPE = /%[0-9a-f]{0,2}/gi;
/** Zero-width characters and direction marks, which copying from a chat adds. */
const INVISIBLE = /\p{Cf}/gu;
const HYPHENS = /[\u2010-\u2015\u2212]/g;
/** The first run of what `SLUG_PATTERN` allows. */
const FIRST_SLUG = /[a-z0-9]+(-[a-z0-9]+)*/;

/**
 * Finds the product slug in the last part of an address as people share it: with a capital letter, the full stop or
 * bracket of the sentence around it, or cut inside a percent escape.
 *
 * @param text the decoded part of the path.
 * @returns the slug, or an empty string where nothing could be one.
 */
export function slugIn(text: string): string {
  const plain = text
    .replace(PERCENT_ESCAPE, ' ')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(HYPHENS, '-');
  return FIRST_SLUG.exec(plain.toLowerCase())?.[0] ?? '';
}

/** @returns the slug that a product's title suggests; an empty string where it has no letter or figure for one. */
export function slugFromTitle(title: string): string {
  const plain = title.normalize('NFKD').replace(/[\p{M}'\u2019]/gu, '');
  const words = plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, SLUG_MAX).replace(/-$/, '');
}
