import { expect, test } from 'vitest';
import { parseProductImportFile } from './import-file.ts';

const options = [{ name: 'bag' }];
const fieldsOf = (product: object) => parseProductImportFile('p.json', JSON.stringify([product]))[0]?.fields;
const problemsOf = (name: string, text: string) =>
  parseProductImportFile(name, text).flatMap(({ row, problems = [] }) =>
    problems.map(({ field, message }) => `${row} ${field}: ${message}`),
  );

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
  ['p.json', '{"items": []}', 'The file contains neither a list nor {"products": [...]}.'],
  ['p.json', '[{"slug": "Reis \uFFFD"}]', 'The file is not UTF-8. Save it as "UTF-8".'],
  ['p.json', '{"products": [], "products": []}', '"products" appears twice in the file. Write it once.'],
  ['p.csv', '', 'The file is empty.'],
  [
    'p.csv',
    'title\nRice',
    'The first line must name the columns; "slug" is missing. It has: title. Cells are separated by commas, semicolons or tabs. A product has the columns slug, title,',
  ],
  ['p.csv', `${'ab,'.repeat(30)}x\n1\n`, 'ab, ab and 19 more. A product has'],
  ['p.csv', 'slug,imagez\nrice,\n', 'Unknown columns: imagez. A product has the columns slug, title,'],
  ['p.csv', 'slug,Price, price\nrice,1,2\n', 'The column price appears twice.'],
])('%s with %j cannot be read', (name, text, sentence) => {
  expect(() => parseProductImportFile(name, text)).toThrow(sentence);
});

test('a field that occurs twice in an object of JSON is refused by row and field', () => {
  const units = '"sellingUnitsData": {"options": [{"name": "a"}, {"name": "b", "na\\u006de": "c"}]}';
  const text = `\uFEFF{"more": ["price", "price"], "products": [
    {"slug": "rice", "title": "{\\"price\\": 1, \\"price\\": 2}"},
    {"slug": "salt", "price": 45500, "specifications": {"Origin": "Edo", "Origin": "Ogun"}, "price": 1},
    {"slug": "beans", ${units}}
  ]}`;
  expect(problemsOf('p.json', text)).toEqual([
    '2 specifications.Origin: appears twice in this row: write it once',
    '2 price: appears twice in this row: write it once',
    '3 sellingUnitsData.options[1].name: appears twice in this row: write it once',
  ]);
});

test('an item of JSON that is no object is refused', () => {
  expect(problemsOf('p.json', '[7]')).toEqual(['1 row: is not an object: write {"field": value, ...}']);
});

test('the names of columns are known in any case, with blanks and in quotes', () => {
  const [row] = parseProductImportFile(
    'p.CSV',
    '\uFEFF"SLUG"\tBase Price\tMinimum_viable-units\nrice\t600\t5\n',
  );
  expect(row?.fields).toMatchObject({ slug: 'rice', basePrice: 600, minimumViableUnits: 5 });
});

test('cells that a row leaves out at its end are left out, an empty one empties', () => {
  const rows = parseProductImportFile('p.csv', 'slug,title,category,description\nrice,Rice\nsalt,Salt,,\n');
  expect(rows.map(({ fields }) => fields)).toEqual([
    { slug: 'rice', title: 'Rice' },
    { slug: 'salt', title: 'Salt', category: null, description: null },
  ]);
});

test('columns without a name are passed over where they are empty', () => {
  const text = 'slug,,title,,\nrice,,Rice,,\nsalt,,Salt,,,,\n,,,,\n';
  expect(parseProductImportFile('p.csv', text).map(({ fields }) => fields)).toEqual([
    { slug: 'rice', title: 'Rice' },
    { slug: 'salt', title: 'Salt' },
  ]);
  expect(problemsOf('p.csv', text)).toEqual([]);
});

test('cells in the wrong place are refused by row', () => {
  expect(problemsOf('p.csv', 'slug,,title\na,b,c\na,,b,c\na,"b" c,d\na,,"b" c\n')).toEqual([
    '2 row: has "b" in column 2, which has no name in the first line: name the column or empty it',
    '3 row: has 4 cells, the first line has 3: put double quotes around a cell that holds the separator',
    '4 row: has text after a closing quote: put the whole cell in double quotes, and write each " inside it twice',
    '5 title: has text after a closing quote: put the whole cell in double quotes, and write each " inside it twice',
  ]);
});
