import { normalizeSingleLineText } from './typed-text.ts';

/** A paste adds these brackets, quotes and punctuation around an address. */
const AROUND = /^[\s<([{"'“‘]+|[\s>)\]}"'”’.,;:!?]+$/g;

/** Removes invisible characters, `mailto:` and a name (`Ada <ada@example.com>`) around the address. */
export function normalizeEmail(typed: string | undefined): string {
  const plain = normalizeSingleLineText((typed ?? '').normalize('NFKC'))
    .toLowerCase()
    .normalize('NFKC');
  const named = /<([^<>]*)>/.exec(plain)?.[1] ?? plain;
  return named
    .replace(AROUND, '')
    .replace(/^(?:mailto:)+([^?]*).*$/s, '$1')
    .replace(AROUND, '');
}
