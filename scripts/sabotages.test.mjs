import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SABOTAGES } from './sabotages.mjs';

const edits = SABOTAGES.flatMap(({ name, edits }) => edits.map(({ file, from }) => [name, file, from]));

test.each(edits)('%s: %s still holds what is broken', (_, file, from) => {
  expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split(from)).toHaveLength(2);
});
