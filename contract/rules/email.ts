import { normalLine } from './typed-text.ts';

/** Brackets, quotes and punctuation that a paste adds around an address. */
const AROUND = /^[\s<([{"'“‘]+|[\s>)\]}"'”’.,;:!?]+$/g;

/** Removes invisible characters, `mailto:` and a name (`Ada <ada@example.com>`) around the address. */
export function normalEmail(typed: string | undefined): string {
  const plain = normalLine((typed ?? '').normalize('NFKC'))
    .toLowerCase()
    .normalize('NFKC');
  const named = /<([^<>]*)>/.exec(plain)?.[1] ?? plain;
  return named
    .replace(AROUND, '')
    .replace(/^(?:mailto:)+([^?]*).*$/s, '$1')
    .replace(AROUND, '');
}
