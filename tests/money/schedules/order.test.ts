import { expect, it } from 'vitest';
import { createSeededRandomDraws } from '../../support/seeded-random.ts';
import { branchesOf, type Choose, type Decision, drawChoices, followChoices, subsetsOf } from './order.ts';

/**
 * Runs operations with the given numbers of statements, none of which blocks.
 * @returns the decisions, in their order.
 */
function run(statements: readonly number[], choose: Choose): Decision[] {
  const left = [...statements];
  const decisions: Decision[] = [];
  for (let last = -1; left.some((count) => count > 0); ) {
    const able = left.flatMap((count, place) => (count > 0 ? [place] : []));
    const chosen = choose(able, last, decisions.length);
    decisions.push({ able, last, chosen });
    left[chosen] = (left[chosen] ?? 0) - 1;
    last = chosen;
  }
  return decisions;
}

const orderOf = (decisions: readonly Decision[]) => decisions.map(({ chosen }) => chosen).join('');

function allOf(statements: readonly number[], bound: number): string[] {
  const orders: string[] = [];
  const open: number[][] = [[]];
  for (let choices = open.shift(); choices; choices = open.shift()) {
    const decisions = run(statements, followChoices(choices));
    orders.push(orderOf(decisions));
    open.push(...branchesOf(decisions, choices.length, bound));
  }
  return orders;
}

it('plays every order once, up to the bound of preemptions', () => {
  expect(allOf([2, 2], 0)).toEqual(['0011', '1100']);
  expect(allOf([2, 2], 1).sort()).toEqual(['0011', '0110', '1001', '1100']);
  const all = allOf([3, 3], 9);
  expect(all).toHaveLength(20);
  expect(new Set(all).size).toBe(20);
});

it('draws the same order from the same seed', () => {
  const draw = (seed: number) => orderOf(run([6, 6, 6], drawChoices(createSeededRandomDraws(seed))));
  expect(draw(7)).toBe(draw(7));
  expect(new Set(Array.from({ length: 20 }, (_, seed) => draw(seed))).size).toBeGreaterThan(15);
});

it('lists every subset once', () => {
  expect(subsetsOf([0, 2, 3])).toEqual([[], [0], [2], [3], [0, 2], [0, 3], [2, 3], [0, 2, 3]]);
});
