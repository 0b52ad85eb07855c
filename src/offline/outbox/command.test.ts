import { expect, test } from 'vitest';
import {
  type CommandFields,
  createOutboxCommand,
  getCommandFailureOutcome,
  getCommandRetryDelayMs,
  type OutboxCommandRules,
} from './command.ts';

/** Rules of no feature: the outbox itself knows none. */
const rules: OutboxCommandRules = {
  name: 'any',
  shapes: { change: () => true, 'take away': () => true },
  coalesce: () => ({ drop: [], keep: true }),
  removals: ['take away'],
};
const command = (fields: CommandFields) => createOutboxCommand(rules, fields, 'ada', 'a', 0);

test.each([
  ['no answer', null, 'retry'],
  ['a timeout at the server', 408, 'retry'],
  ['still running', 425, 'retry'],
  ['too many requests', 429, 'retry'],
  ['a server fault', 500, 'retry'],
  ['a lost session', 401, 'retry'],
  ['a refusal', 400, 'give-up'],
] as const)('after %s the command waits or goes', (_name, status, expected) => {
  expect(getCommandFailureOutcome(rules, command({ type: 'change' }), status, 1)).toBe(expected);
});

test('a delete of something already gone is done, a change of it is refused', () => {
  expect(getCommandFailureOutcome(rules, command({ type: 'take away' }), 404, 0)).toBe('done');
  expect(getCommandFailureOutcome(rules, command({ type: 'change' }), 404, 0)).toBe('give-up');
});

test('after eight answered server faults a command is given up', () => {
  const change = command({ type: 'change' });
  expect(getCommandFailureOutcome(rules, change, 500, 7)).toBe('retry');
  expect(getCommandFailureOutcome(rules, change, 500, 8)).toBe('give-up');
});

test('the pause doubles from one second to thirty, unless the server names one', () => {
  expect([1, 2, 3, 6, 9].map((n) => getCommandRetryDelayMs(n, 0))).toEqual([
    1_000, 2_000, 4_000, 30_000, 30_000,
  ]);
  expect(getCommandRetryDelayMs(1, 1)).toBe(1_250);
  expect(getCommandRetryDelayMs(5, 1, 7_000)).toBe(7_000);
});
