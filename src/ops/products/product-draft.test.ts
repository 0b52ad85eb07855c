import { expect, test } from 'vitest';
import { EMPTY_PRODUCT_DRAFT, toProductEditBody } from './product-draft.ts';

test('a specification that is typed twice is sent twice, for the server to refuse', () => {
  const { specifications = {} } = toProductEditBody({
    ...EMPTY_PRODUCT_DRAFT,
    specifications: 'Origin: Edo\n\nOrigin : Ogun\nSize: 5: 6\n__proto__: x',
  });
  expect(Object.entries(specifications)).toEqual([
    ['Origin', 'Edo'],
    ['Origin ', 'Ogun'],
    ['Size', '5: 6'],
    ['__proto__', 'x'],
  ]);
});
