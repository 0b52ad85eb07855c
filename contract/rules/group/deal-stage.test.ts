import { expect, test } from 'vitest';
import { isGroupAtDealStage } from './deal-stage.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const group = (change: object) => ({
  status: 'active' as const,
  progressPercentage: 10,
  deadline: '2026-03-03T09:00:00Z',
  ...change,
});

test.each([
  ['12 hours before its end', '2026-03-02T21:00:00Z', true],
  ['a second earlier', '2026-03-02T21:00:01Z', false],
  ['at its end', '2026-03-02T09:00:00Z', false],
  ['without a buyer', null, false],
])('a group %s', (_when, deadline, closes) => {
  expect(isGroupAtDealStage(group({ deadline }), 'closing-soon', NOW)).toBe(closes);
});

test.each([
  [79, {}, false],
  [80, {}, true],
  [99, {}, true],
  [99, { status: 'manual_review' }, false],
  [100, { status: 'successful' }, false],
  [99, { deadline: '2026-03-02T08:59:59Z' }, false],
])('a group with %i %% of its units, %o', (progressPercentage, change, isAlmostFull) => {
  expect(isGroupAtDealStage(group({ progressPercentage, ...change }), 'almost-full', NOW)).toBe(isAlmostFull);
});
