import { normalizeSingleLineText } from '../text/typed-text.ts';

/** Matches brackets, quotes and punctuation around a pasted address. */
const AROUND = /^[\s<([{"'“‘]+|[\s>)\]}"'”’.,;:!?]+$/g;

/** Normalises a pasted address: removes invisible characters, `mailto:` and a name, as in `Ada <ada@example.com>`. */
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
