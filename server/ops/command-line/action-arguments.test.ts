import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { PositiveIntegerUpTo, Uuid, WholeNairaUpTo } from '#contract/schemas/basics.ts';
import { defineAction } from '../action.ts';
import { formatActionUsage } from '../fields.ts';
import { findActionByArguments, parseActionArguments } from './action-arguments.ts';

const body = Type.Object({
  who: Type.String({ minLength: 1, maxLength: 40 }),
  amount: WholeNairaUpTo(1_000_000),
  orderId: Type.Optional(Uuid),
  lines: Type.Optional(Type.Array(PositiveIntegerUpTo(99))),
  way: Type.Optional(Type.Enum(['card', 'wallet'])),
  reason: Type.String({ minLength: 1, maxLength: 5 }),
  dryRun: Type.Optional(Type.Boolean()),
});
const made = (name: string) =>
  defineAction({
    name,
    summary: 's',
    roles: [],
    key: 'given',
    body,
    positionals: ['who'],
    run: async () => ({ data: null }),
  });
const give = made('wallet give');
const read = (...rest: string[]) => parseActionArguments(give, ['wallet', 'give', ...rest]);

test('positionals, options in both forms and flags come in any order, each of the type of its field', async () => {
  const wanted = { who: 'ada obi', amount: 500, lines: [1, 3], dryRun: true, reason: 'late' };
  const words = [
    'ada',
    '--amount',
    '₦500',
    '--dry-run',
    'obi',
    '--lines=1,3',
    '--reason',
    'late',
    '--as=eve',
  ];
  const { sender, read: readWanted } = read(...words);
  expect(await readWanted()).toEqual(wanted);
  expect(sender).toEqual({ as: 'eve', isJson: false, isHelp: false });
  expect(
    await read('--reason=late', '--lines', '1,3', 'ada', 'obi', '--amount=500', '--dry-run').read(),
  ).toEqual(wanted);
});

test('a dry run needs no reason', async () => {
  expect(await read('ada', '--amount=5', '--dry-run').read()).toMatchObject({ reason: 'dry run' });
  expect(await read('ada', '--amount=5').read()).not.toHaveProperty('reason');
});

const USAGE =
  'WHO --amount NAIRA [--order-id ORDER-ID] [--lines N,N] [--way card|wallet] --reason REASON [--dry-run]';

test('the usage is that of the schema', () => {
  expect(formatActionUsage(give)).toBe(USAGE);
});

test.each([
  [['--amount'], '--amount needs a value.'],
  [['--amount', '--dry-run'], '--amount needs a value.'],
  [['--amount', '5', '--amount', '6'], '--amount is given twice.'],
  [['--loud'], `wallet give has no option --loud. Usage: wallet give ${USAGE}`],
  [['--amount', '5.5'], '--amount: type a whole number from 1 to 1,000,000, for example 45000 or 45,000.'],
  [['--lines', '1,₦3'], '--lines: type a whole number from 1 to 99.'],
  [['--way', 'post'], '--way is one of card, wallet.'],
  [['--order-id', '7'], '--order-id is an id as the lists and find show it.'],
  [['--reason', 'x'.repeat(6)], '--reason: a text of at most 5 characters.'],
  [['--as', 'x'.repeat(41)], '--as: a text of at most 40 characters.'],
])('%j is refused', async (rest, words) => {
  await expect((async () => read(...rest).read())()).rejects.toThrow(words);
});

test('a value may begin with dashes when it is joined', async () => {
  expect(await read('--reason=--x').read()).toEqual({ reason: '--x' });
});

test('what an action has no place for is refused', async () => {
  const none = defineAction({
    name: 'today',
    summary: 's',
    roles: [],
    body: Type.Object({}),
    run: async () => ({ data: 1 }),
  });
  await expect(parseActionArguments(none, ['today', 'please']).read()).rejects.toThrow(
    'today does not take "please".',
  );
});

test('the action with the longest name is meant', () => {
  const all = [made('wallet'), give];
  expect(findActionByArguments(all, ['wallet', 'give', 'ada'])?.name).toBe('wallet give');
  expect(findActionByArguments(all, ['wallet', '--amount', 'give'])?.name).toBe('wallet');
  expect(findActionByArguments(all, ['group'])).toBeUndefined();
});
