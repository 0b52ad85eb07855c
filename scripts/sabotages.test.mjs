import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SEEDED_MONEY_BUGS } from './planted-defects.mjs';
import { listFaultEdits } from './project-copy.mjs';
import { SEEDED_SHOPPER_FAULTS } from './sabotages.mjs';

const edits = [...SEEDED_MONEY_BUGS, ...SEEDED_SHOPPER_FAULTS].flatMap((fault) =>
  listFaultEdits(fault).map(({ file, from }) => ({ name: fault.name, file, from })),
);

test.each(edits)('$name: $file still holds what is broken', ({ file, from }) => {
  expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split(from)).toHaveLength(2);
});
