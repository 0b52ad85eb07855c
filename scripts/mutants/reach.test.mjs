import { expect, test } from 'vitest';
import { findMutants } from './find-mutants.mjs';
import { planTests, probeEdits } from './reach.mjs';

const PATH = 'contract/sign.ts';
const mutants = findMutants(PATH, 'export const isDebt = (kobo: number) => kobo < 5;');
const limitFirst = [...mutants].sort((a) => (a.kind === 'limit' ? -1 : 1));

/** One test file of one test that passed by the given places. */
function moduleThatReached(...reached) {
  const durations = { setupDuration: 1, prepareDuration: 2, collectDuration: 3, duration: 10 };
  const one = { diagnostic: () => ({ duration: 4 }), meta: () => ({ reached }) };
  return { moduleId: 'sign.test.ts', diagnostic: () => durations, children: { allTests: () => [one] } };
}

test('where places lie within one another, the outer one is probed and speaks for all', () => {
  expect(limitFirst.map(({ kind }) => kind)).toEqual(['limit', 'condition']);
  const edits = probeEdits(limitFirst);
  expect(edits.map(({ text }) => text)).toEqual(['(globalThis.reached?.(1), kobo < 5)']);
  const plans = planTests('', limitFirst, [moduleThatReached(1)], null, (id) => id);
  expect(plans).toEqual([[{ path: 'sign.test.ts', costMs: 10 }], [{ path: 'sign.test.ts', costMs: 10 }]]);
});

test('a test that never comes by is not asked', () => {
  expect(planTests('', limitFirst, [moduleThatReached()], null, (id) => id)).toEqual([[], []]);
});
