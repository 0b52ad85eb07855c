import { plainLine } from './typed-text.ts';

/** The brackets, quotes and stops that a paste brings along; an address has none at its ends. */
const AROUND = /^[\s<([{"'“‘]+|[\s>)\]}"'”’.,;:!?]+$/g;

/**
 * An e-mail address in its normal form: how it is stored, counted and looked up everywhere. What was pasted with
 * invisible characters, `mailto:` or a name (`Ada <ada@example.com>`) is the address alone.
 */
export function normalEmail(typed: string | undefined): string {
  const plain = plainLine((typed ?? '').normalize('NFKC'))
    .toLowerCase()
    .normalize('NFKC');
  const named = /<([^<>]*)>/.exec(plain)?.[1] ?? plain;
  return named
    .replace(AROUND, '')
    .replace(/^(?:mailto:)+([^?]*).*$/s, '$1')
    .replace(AROUND, '');
}
