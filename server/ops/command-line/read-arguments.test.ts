import { expect, test } from 'vitest';
import type { OpsCommand } from '../command.ts';
import { findCommand, readArguments } from './read-arguments.ts';

const command = (name: string) =>
  ({ name, usage: 'WHO --amount NAIRA', options: ['amount'], flags: ['dry-run'] }) as unknown as OpsCommand;
const give = command('wallet give');
const read = (...rest: string[]) => readArguments(give, ['wallet', 'give', ...rest]);

test('words, options in both forms and flags come in any order', () => {
  const wanted = { words: ['ada', 'bayo'], options: { amount: '500', 'dry-run': 'true', as: 'eve' } };
  expect(read('ada', '--amount', '500', '--dry-run', 'bayo', '--as=eve')).toEqual(wanted);
  expect(read('--amount=500', '--as', 'eve', 'ada', '--dry-run', 'bayo')).toEqual(wanted);
  expect(read('--amount=a=b').options).toEqual({ amount: 'a=b' });
});

test.each([
  [['--amount'], '--amount needs a value.'],
  [['--amount', '--dry-run'], '--amount needs a value.'],
  [['--loud'], 'wallet give knows no --loud. Usage: wallet give WHO --amount NAIRA'],
])('%j is refused', (rest, words) => {
  expect(() => read(...rest)).toThrow(words);
});

test('a value may begin with dashes when it is joined', () => {
  expect(read('--amount=--x').options).toEqual({ amount: '--x' });
});

test('the command with the longest name is meant', () => {
  const all = [command('wallet'), give];
  expect(findCommand(all, ['wallet', 'give', 'ada'])?.name).toBe('wallet give');
  expect(findCommand(all, ['wallet', '--amount', 'give'])?.name).toBe('wallet');
  expect(findCommand(all, ['group'])).toBeUndefined();
});
