import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SEEDED_SHOPPER_FAULTS } from '../../tests/faults/seeded-faults.mjs';
import { RACES } from '../../tests/money/schedules/planted-races.mjs';
import { SEEDED_MONEY_BUGS } from '../../tests/money/seeded-bugs.mjs';
import { listEditsOfSeededFault } from './project-copy.mjs';

const edits = [...SEEDED_MONEY_BUGS, ...SEEDED_SHOPPER_FAULTS, ...RACES].flatMap((fault) =>
  listEditsOfSeededFault(fault).map(({ file, from }) => ({ name: fault.name, file, from })),
);

test.each(edits)('$name: $file still holds what is broken', ({ file, from }) => {
  expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split(from)).toHaveLength(2);
});
