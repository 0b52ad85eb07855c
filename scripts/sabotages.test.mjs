import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PLANTED } from './planted-defects.mjs';
import { SABOTAGES } from './sabotages.mjs';

const sabotaged = SABOTAGES.flatMap(({ name, edits }) => edits.map((edit) => ({ name, ...edit })));

test.each([...PLANTED, ...sabotaged])('$name: $file still holds what is broken', ({ file, from }) => {
  expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split(from)).toHaveLength(2);
});
