import { expect, test } from 'vitest';
import { withMargins } from './spaced-flex.ts';

const behind = (sheet) => withMargins(sheet).slice(sheet.length);

test.each([
  ['a row', '.a{display:flex;gap:4px}', '.a>:not(:last-child){margin-right:4px}'],
  ['a column', '.a{display:flex;gap:4px;flex-direction:column}', '.a>:not(:last-child){margin-bottom:4px}'],
  [
    'lines of a row',
    '.a{display:inline-flex;gap:0 var(--b,var(--c))}',
    '.a>:not(:last-child){margin-right:var(--b,var(--c))}',
  ],
  ['several', '.a,.b{display:flex;gap:4px}', '.a>:not(:last-child),.b>:not(:last-child){margin-right:4px}'],
])('%s has margins where a browser knows no gap', (_, sheet, margins) => {
  expect(behind(sheet)).toBe(`@supports not (inset:0){${margins}}`);
});

test.each(['.a{display:grid;gap:4px}', '.a{display:flex}', '.a{gap:4px}'])('%s stays as it is', (sheet) => {
  expect(behind(sheet)).toBe('');
});
