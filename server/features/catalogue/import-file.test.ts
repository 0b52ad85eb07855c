import { expect, test } from 'vitest';
import { readImportFile } from './import-file.ts';

const options = [{ name: 'bag' }];
const fieldsOf = (product: object) => readImportFile('p.json', JSON.stringify([product]))[0]?.fields;

test('the selling units of an export are read as the columns of a table', () => {
  const sellingUnitsData = { enabled: true, baseUnitName: 'kg', options };
  expect(fieldsOf({ slug: 'rice', sellingUnitsData })).toEqual({
    slug: 'rice',
    baseUnitName: 'kg',
    sellingUnits: options,
  });
});

test('units that are switched off are none', () => {
  expect(fieldsOf({ sellingUnitsData: { enabled: false, options } })).toMatchObject({ sellingUnits: [] });
  expect(fieldsOf({ sellingUnitsData: { options } })).toMatchObject({ sellingUnits: options });
});

test.each([
  ['p.xlsx', '', 'The file must end in .csv or .json.'],
  ['p.json', '{"items": []}', 'The file holds neither a list nor {"products": [...]}.'],
  ['p.csv', '', 'The file is empty.'],
  ['p.csv', 'title\nRice', 'The first line must name the columns; "slug" is missing.'],
])('%s with %j cannot be read', (name, text, sentence) => {
  expect(() => readImportFile(name, text)).toThrow(sentence);
});
