import type { SeededRandomDraws } from '../support/seeded-random.ts';

/** Values that no app sends but any script may: they break parsers, columns, stacks or sentences. */

const NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1.5,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  999,
  1_000,
];

export const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '\ufeff',
  '\u2028',
  '\u001b[2K\u001b]0;owned\u0007',
  '\r\nSet-Cookie: a=b',
  'é'.normalize('NFD').repeat(80),
  '😀'.repeat(50),
  '\ufdfa'.repeat(100),
  'A'.repeat(1_999),
  'A'.repeat(2_001),
  'A'.repeat(50_000),
  "'; DROP TABLE users; --",
  '%',
  '%00',
  '../../../../etc/passwd',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as text
  '${7*7}{{7*7}}',
  '=HYPERLINK("https://evil.example")',
  '<script>alert(1)</script>',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  '1e400',
  '0x10',
  '-0',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'urn:uuid:00000000-0000-0000-0000-000000000000',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:00+23:59',
  'javascript:alert(1)',
  'https://evil.example/',
  '//evil.example',
  'http://[',
  'https://fcm.googleapis.com:99999/',
  '__proto__',
  'constructor',
  'toString',
  '+2340000000000',
  '(((((((((((a+)+)+)+)+)+)+)+)+)+)+)+$',
];

/** Keys that every object has, or that name fields which a shopper must not set. */
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  'id',
  'userId',
  'user_id',
  'price',
  'pricePerUnit',
  'totalKobo',
  'balance',
  'role',
  'isAdmin',
  'sid',
  '$ne',
  'A'.repeat(1_000),
  '\ud800',
];

export function hostileNumber({ pick }: SeededRandomDraws): number {
  return pick(NUMBERS);
}

export function hostileText({ pick }: SeededRandomDraws): string {
  return pick(TEXTS);
}

export function hostileKey({ pick }: SeededRandomDraws): string {
  return pick(KEYS);
}

/** Draws a value of any type, at most a few levels deep. */
export function hostileValue(draw: SeededRandomDraws, levels = 3): unknown {
  const kind = draw.number();
  if (kind < 0.45) return hostileText(draw);
  if (kind < 0.65) return hostileNumber(draw);
  if (kind < 0.8) return draw.pick([null, true, false, [], {}, [[]], Array(2_000).fill(0)]);
  if (levels === 0) return null;
  return kind < 0.9
    ? [hostileValue(draw, levels - 1), hostileValue(draw, levels - 1)]
    : withKey({}, hostileKey(draw), hostileValue(draw, levels - 1));
}

/** Sets an own field, even where an assignment to this name means something else. */
export function withKey(object: object, key: string, value: unknown): object {
  return Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Draws a body that is no JSON, or JSON that is no object. */
export function hostileBody(draw: SeededRandomDraws): string {
  const levels = draw.pick([31, 33, 5_000, 20_000]);
  return draw.pick([
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '1',
    '{"a":1,}',
    '{"a":1}{"b":2}',
    '\u0000',
    '\ufeff{}',
    '{"a":"\\ud800"}',
    '{"a":1e99999}',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`,
    `{"a":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`,
    `{${'"a":1,'.repeat(8_000)}"a":1}`,
    `"${'\\u0000'.repeat(8_000)}"`,
    'a=1&a=2',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
    'A'.repeat(70_000),
  ]);
}

/** Draws a piece of a path, as it is sent. */
export function hostilePathPiece(draw: SeededRandomDraws): string {
  return draw.pick([
    '%00',
    '%FF',
    '%C0%AF',
    '%ED%A0%80',
    '%E2%80%AE',
    '%F0%9F%98%80',
    '%25',
    '%',
    '%2',
    '..%2f..%2fetc%2fpasswd',
    '..',
    '.',
    '%0d%0aX:y',
    '-1',
    'NaN',
    'null',
    '[object%20Object]',
    '__proto__',
    "'--",
    '1;2',
    '*',
    'a'.repeat(150),
    'a'.repeat(3_000),
    '00000000-0000-0000-0000-000000000000',
  ]);
}
