import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findTranslationUnsafeTextNodes } from './bare-texts.mjs';

const screens = readdirSync('src', { recursive: true })
  .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
  .map((name) => `src/${name}`);

test('no text of the shop or the console is lost or out of date on a translated page', () => {
  expect(screens.length).toBeGreaterThan(150);
  expect(screens.flatMap((name) => findTranslationUnsafeTextNodes(name, readFileSync(name, 'utf8')))).toEqual(
    [],
  );
});

test.each([
  ['comes and goes beside another', '<p><b>1</b>{isNew && "New"}</p>', '"New"'],
  ['changes beside another', '<p><b>1</b>{total}</p>', 'total'],
  ['changes before another', '<p>{count + " of "}<b>1</b></p>', 'count + " of "'],
  ['stands behind what comes and goes', '<p>{isNew && <b>New</b>} deal</p>', 'deal'],
  ['stands behind what another element takes the place of', '<p>{isNew ? <b /> : <i />} deal</p>', 'deal'],
  ['stands behind a component that may draw nothing', '<p><Count /> deals</p>', 'deals'],
  ['is one of a list', '<p>{names.map((name) => name + " ")}</p>', 'name + " "'],
  ['comes with a list of others', '<p>{isNew && <>New <b>deal</b></>}</p>', 'New'],
  ['is a whole component', 'function Total() { return count === 0 ? "none" : <b /> }', '"none"'],
  ['may be handed in', 'interface P { end: ReactNode } const a = <p><b />{end}</p>', 'end'],
  ['may be handed in and gives way', 'interface P { end: ReactNode } const a = <p>{busy || end}</p>', 'end'],
  ['hides behind a name', 'const word = isNew ? "New" : null; const a = <p><b />{word}</p>', 'word'],
])('a text that %s is found', (_, source, text) => {
  expect(findTranslationUnsafeTextNodes('a.tsx', source)).toEqual([`a.tsx:1 ${text}`]);
});

test.each([
  ['is alone in its element, whatever it says', '<p>{isNew ? "New" : <b>Old</b>}</p>'],
  ['never changes and nothing before it does', '<p>See our <Link to="/terms">Terms</Link> first.</p>'],
  ['follows an icon', '<li><Icon name="check" /> Easy tracking{isNew && <b>New</b>}</li>'],
  ['stands in a button, which makes an element of it', '<Button><Icon name="copy" />{label}</Button>'],
  ['is no text by its type', 'interface P { end: TextFreeChildren } const a = <p><b />{end}</p>'],
  [
    'is made by a function of that type',
    'interface P { end?: () => TextFreeChildren } const a = <p><b />{end?.()}</p>',
  ],
])('a text that %s may stay', (_, source) => {
  expect(findTranslationUnsafeTextNodes('a.tsx', source)).toEqual([]);
});
