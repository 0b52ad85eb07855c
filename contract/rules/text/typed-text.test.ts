import { expect, test } from 'vitest';
import { normalizeSecret, normalizeSingleLineText, normalizeTypedCode } from './typed-text.ts';

test.each([
  ['  Ada   Obi ', 'Ada Obi'],
  ['\u200bAda\u200e\u00a0\ufeffObi\u2069', 'Ada Obi'],
  ['A\u00add\u034fa\u202e', 'Ada'],
  ['O\u0323\u0300re\u0301', 'Ọ̀ré'],
  ['\u200b\u3164\u2800', ''],
])('%j is stored as %j', (typed, stored) => {
  expect(normalizeSingleLineText(typed)).toBe(stored);
});

test('a code keeps its characters, not their variants', () => {
  expect(normalizeTypedCode(' ｇｂ－７Ｋ\u200b')).toBe('gb-7K');
  expect(normalizeTypedCode('GB\u2011٧K۴\u2013x')).toBe('GB-7K4-x');
});

test.each([
  ['o\u0323\u0300re\u0301 mi', 'ọ̀ré mi'],
  ['my grandmother’s stall', "my grandmother's stall"],
  ['“two”\u00a0words\u3000here', '"two" words here'],
  [' Ａ\u200b ', ' Ａ\u200b '],
])('%j is the secret %j', (typed, stored) => {
  expect(normalizeSecret(typed)).toBe(stored);
  expect(normalizeSecret(typed.normalize('NFD'))).toBe(stored);
});
