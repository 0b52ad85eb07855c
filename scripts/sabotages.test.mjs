import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PLANTED } from './planted-defects.mjs';
import { editsOf } from './project-copy.mjs';
import { SABOTAGES } from './sabotages.mjs';

const edits = [...PLANTED, ...SABOTAGES].flatMap((fault) =>
  editsOf(fault).map(({ file, from }) => ({ name: fault.name, file, from })),
);

test.each(edits)('$name: $file still holds what is broken', ({ file, from }) => {
  expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split(from)).toHaveLength(2);
});
