import { beforeAll, expect, test } from 'vitest';
import type { OperatorAction } from '../../server/ops/action.ts';
import { listOperatorActions } from '../../server/ops/actions.ts';
import { formatActionUsage, listActionFields } from '../../server/ops/fields.ts';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

/** Every input at the command line is answered in the shop's own words, never with an error of the database. */

const api = openFixtureForFile(startTestApi);
let email: string;
beforeAll(async () => {
  await addTestPickupCentre(api, 'LAG-IKJ');
  await addTestProduct(api, { slug: 'garri' });
  email = (await signUpShopper(api)).email;
});

/** Commands that need a file, a program or a card provider. */
const APART = ['backup', 'restore', 'demo seed', 'secrets rotate', 'product import', 'recon run'];
const commands = listOperatorActions().filter(
  (action) => !action.isAlone && !APART.includes(action.name) && /[A-Z]/.test(formatActionUsage(action)),
);

const HOSTILE = [
  ...['7', '0', '-7', '0x10', '1e400', '2147483648', '999999999999999', '9'.repeat(30), '1.5', '45.000'],
  ...['NaN', '2026-02-30', '0000-01-01', '99999999d', '4713-01-01 BC', 'infinity', "' OR 1=1 --", '%', '\\'],
  ...['a\u0007b', 'a\u0000b', 'a\ud800', '\u202eabc', '', ' ', 'x'.repeat(4_000), 'ọ́'.repeat(300)],
  ...['00000000-0000-4000-8000-000000000000', 'urn:uuid:00000000-0000-4000-8000-000000000000', '{}', '[]'],
];
const OF_A_DATABASE =
  /syntax|out of range|violates|invalid (input|byte|text|value)|relation|column|encoding|btree|SQL|error:|at Object|undefined|database/i;

/** Valid values for all other fields, so that a command reaches the check of the hostile one. */
const GOOD: Readonly<Record<string, string>> = {
  ...{ reason: 'r', amount: '5', line: '1', code: '000000', centre: 'LAG-IKJ', whom: 'shoppers', how: 'h' },
  ...{ noticed: '2026-01-01T09:00', at: '2026-01-01T09:00', what: 'w', whose: 'w', done: 'd', text: 't' },
  ...{
    from: 'secured',
    to: 'processing',
    month: '2026-01',
    role: 'ops',
    day: '2026-01-01',
    phone: '+2348030000000',
  },
};

function optionsOf(action: OperatorAction) {
  return listActionFields(action).filter(
    ({ isPositional, schema }) => !isPositional && schema.type !== 'boolean',
  );
}

async function answerTo(command: OperatorAction, words: string[], options: Record<string, string>) {
  const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const { stdout, stderr, exitCode } = await runOpsCommand(
    [...command.name.split(' '), ...words, ...given],
    async () => api.deps,
  );
  return {
    said: exitCode === 0 ? '' : `${stdout}${stderr}`,
    asked: [command.name, ...words, ...given].join(' '),
  };
}

test.each(commands.map((command) => [command.name, command] as const))('%s', async (_name, command) => {
  const names = optionsOf(command).map(({ option }) => option);
  const good = Object.fromEntries(
    names.flatMap((name) => (name === 'email' ? [[name, email]] : GOOD[name] ? [[name, GOOD[name]]] : [])),
  ) as Record<string, string>;
  for (const hostile of HOSTILE) {
    const tries = [await answerTo(command, [hostile], good)];
    for (const name of names) tries.push(await answerTo(command, ['7'], { ...good, [name]: hostile }));
    for (const { said, asked } of tries) {
      // The answer may repeat the input.
      const own = said.replaceAll(hostile || '\n', '');
      expect(OF_A_DATABASE.test(own) ? [asked.slice(0, 200), own] : []).toEqual([]);
    }
  }
});

/** The options that take a text, and the longest text that each takes. */
const limits = listOperatorActions().flatMap((action) =>
  [
    ...[['as', 40] as const, ['approved-by', 40] as const],
    ...(action.key ? [['key', 120] as const] : []),
    ...optionsOf(action).flatMap(({ option, schema: { type, maxLength } }) =>
      type === 'string' && maxLength ? [[option, maxLength] as const] : [],
    ),
  ].map(([option, max]) => ({ action, option, max })),
);

test('every text has its longest value, and one more is refused by its name', async () => {
  expect(limits.length).toBeGreaterThan(150);
  for (const { action, option, max } of limits) {
    const longer = await answerTo(action, [], { [option]: 'x'.repeat(max + 1) });
    const told = `--${option}: a text of at most ${max} characters.\n`;
    expect([action.name, longer.said]).toEqual([action.name, told]);
  }
});

test('no text of an action is without a limit', () => {
  const endless = listOperatorActions().flatMap((action) =>
    listActionFields(action).filter(
      ({ schema: { type, maxLength, format, pattern } }) =>
        type === 'string' && maxLength === undefined && !format && !pattern,
    ),
  );
  // The text of a file has the limit of the file's content instead.
  expect(endless.map(({ name }) => name)).toEqual(['text']);
});

test('the longest value of an option is taken, or refused for another reason than its length', async () => {
  for (const { action, option, max } of limits.filter((one) => commands.includes(one.action))) {
    const longest = await answerTo(action, ['7'], { [option]: 'x'.repeat(max) });
    expect([action.name, longest.said.startsWith(`--${option}: a text of at most`)]).toEqual([
      action.name,
      false,
    ]);
    expect(OF_A_DATABASE.test(longest.said) ? [longest.asked.slice(0, 200), longest.said] : []).toEqual([]);
  }
});
