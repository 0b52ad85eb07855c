import { expect, test } from 'vitest';
import { normalizeEmail } from './email.ts';

test.each([
  'ada@demo.example',
  ' Ada@Demo.Example ',
  '\u200bada@demo.example',
  'ada@demo.example\u200e',
  '\ufeffada@demo\u00ad.example',
  '\u202aada@demo.example\u202c',
  'ad\u2060a@demo.example\u2069',
  'ａｄａ＠ｄｅｍｏ．ｅｘａｍｐｌｅ',
  'mailto:ada@demo.example',
  'MAILTO:ada@demo.example?subject=Rice',
  'Ada <ada@demo.example>',
  '"Ada Obi" <mailto:ada@demo.example>',
  '<ada@demo.example>',
  '(ada@demo.example)',
  'ada@demo.example.',
  'ada@demo.example,',
  '\u00a0ada@demo.example;\n',
])('%j is ada@demo.example', (typed) => {
  expect(normalizeEmail(typed)).toBe('ada@demo.example');
});

test.each(['', ' ', '\u200b', 'é@x.ng', 'ada+shop@x.ng', "o'brien@x.ng", 'ada\u0007@x.ng', 'a b@x.ng'])(
  '%j is normal already, or stays what it is',
  (typed) => {
    const normal = normalizeEmail(typed);
    expect(normal).toBe(typed.replace('\u200b', '').trim());
    expect(normalizeEmail(normal)).toBe(normal);
  },
);
