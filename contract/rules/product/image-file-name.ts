import { FILE_NAME_LENGTH_MAX } from '../../limits.ts';

const NOT_PLAIN = /[^\p{L}\p{M}\p{N}_.-]+/gu;
const NOT_AT_START = /^[^\p{L}\p{N}_]+/u;

/**
 * Normalises the file name of an uploaded image, so that it matches the name in a product table.
 * A name that loses characters gets a short hash, so that two files never share a name.
 */
export function normalizeImageFileName(fileName: string): string {
  const name = fileName.normalize('NFC');
  const extension = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? '';
  const stem = plain(name.slice(0, name.length - extension.length));
  if (stem + extension === name && stem !== '' && name.length <= FILE_NAME_LENGTH_MAX) return name;
  const ending = `-${shortHash(name)}${extension}`;
  // Cutting can split an emoji or rare letter in two, and half of it would make the name invalid.
  const shown = stem.slice(0, FILE_NAME_LENGTH_MAX - ending.length).replace(/[-.]*[\ud800-\udbff]?$/, '');
  return `${shown || 'picture'}${ending}`;
}

function plain(text: string): string {
  return text.replace(NOT_PLAIN, '-').replace(NOT_AT_START, '');
}

/** Returns an FNV-1a hash in base 36. Seven characters suffice, because it only has to tell file names apart. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}
