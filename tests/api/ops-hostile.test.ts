import { beforeAll, expect, test } from 'vitest';
import type { OpsCommand } from '../../server/ops/command.ts';
import { optionMax } from '../../server/ops/command-line/option-limits.ts';
import { listCommands } from '../../server/ops/commands.ts';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { startApi } from '../support/api.ts';
import { addCentre, addProduct } from '../support/api-catalogue.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { forFile } from '../support/for-file.ts';

/** Whatever is typed at the command line is answered in the shop's own words, never in the database's. */

const api = forFile(startApi);
let email: string;
beforeAll(async () => {
  await addCentre(api, 'LAG-IKJ');
  await addProduct(api, { slug: 'garri' });
  email = (await signUpShopper(api)).email;
});

/** They need a file, a tool of the machine or a card provider. */
const APART = ['backup', 'restore', 'demo seed', 'secrets rotate', 'product import', 'recon run'];
const commands = listCommands().filter(
  ({ name, usage, isAlone }) => !isAlone && !APART.includes(name) && /[A-Z]/.test(usage),
);

const HOSTILE = [
  ...['7', '0', '-7', '0x10', '1e400', '2147483648', '999999999999999', '9'.repeat(30), '1.5', '45.000'],
  ...['NaN', '2026-02-30', '0000-01-01', '99999999d', '4713-01-01 BC', 'infinity', "' OR 1=1 --", '%', '\\'],
  ...['a\u0007b', 'a\u0000b', 'a\ud800', '\u202eabc', '', ' ', 'x'.repeat(4_000), 'ọ́'.repeat(300)],
  ...['00000000-0000-4000-8000-000000000000', 'urn:uuid:00000000-0000-4000-8000-000000000000', '{}', '[]'],
];
const OF_A_DATABASE =
  /syntax|out of range|violates|invalid (input|byte|text|value)|relation|column|encoding|btree|SQL|error:|at Object|undefined|database/i;

/** Good values, so that a command comes as far as the one that is not. */
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

async function answerTo(command: OpsCommand, words: string[], options: Record<string, string>) {
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
  const names = command.options ?? [];
  const good = Object.fromEntries(
    names.flatMap((name) => (name === 'email' ? [[name, email]] : GOOD[name] ? [[name, GOOD[name]]] : [])),
  ) as Record<string, string>;
  for (const hostile of HOSTILE) {
    const tries = [await answerTo(command, [hostile], good)];
    for (const name of names) tries.push(await answerTo(command, ['7', '7'], { ...good, [name]: hostile }));
    for (const { said, asked } of tries) {
      // What was typed may be repeated.
      const own = said.replaceAll(hostile || '\n', '');
      expect(OF_A_DATABASE.test(own) ? [asked.slice(0, 200), own] : []).toEqual([]);
    }
  }
});

const shared = ['as', 'approved-by'];
const valued = listCommands().flatMap((command) =>
  [...shared, ...(command.act ? ['key'] : []), ...(command.options ?? [])].map(
    (name) => [command.name, name, command] as const,
  ),
);

test('every option has its longest value, and one more is refused by its name', async () => {
  expect(valued.length).toBeGreaterThan(150);
  for (const [, name, command] of valued) {
    const longer = await answerTo(command, ['7', '7'], { [name]: 'x'.repeat(optionMax(name) + 1) });
    expect([command.name, longer.said]).toEqual([
      command.name,
      `--${name}: a text of at most ${optionMax(name)} characters.\n`,
    ]);
  }
});

test('the longest value of an option is taken, or refused for another reason than its length', async () => {
  for (const [, name, command] of valued.filter(([, , one]) => commands.includes(one))) {
    const longest = await answerTo(command, ['7', '7'], { [name]: 'x'.repeat(optionMax(name)) });
    expect([command.name, longest.said.startsWith(`--${name}: a text of at most`)]).toEqual([
      command.name,
      false,
    ]);
    expect(OF_A_DATABASE.test(longest.said) ? [longest.asked.slice(0, 200), longest.said] : []).toEqual([]);
  }
});
