import { truncate } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { formatHoursInputError, formatIntegerInputError } from '#contract/rules/text/number-input.ts';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';

/** The exact messages with which operators' commands are refused. */

const api = openFixtureForFile(startTestApi, addOpsCommandFixture);
let email: string;
beforeAll(async () => {
  await addTestPickupCentre(api, 'LAG-IKJ');
  await addTestProduct(api, { slug: 'garri' });
  email = (await signUpShopper(api)).email;
});

async function refusal(words: string[], deps = api.deps): Promise<string> {
  const { exitCode, stdout, stderr } = await runOpsCommand(words, async () => deps);
  expect([exitCode, stdout]).toEqual([1, '']);
  return stderr.trimEnd();
}

const prices = formatIntegerInputError(100_000_000);
const minimums = formatIntegerInputError(1_000_000_000);

const NOBODY = '0a791842-f52a-4acf-bb3a-783378c066b8';
const STAGES = 'secured, processing, packaging, ready_for_pickup, delivered';

test.each([
  ['group show', 'GROUP-ID is required.'],
  ['group show 7', 'GROUP-ID is an id as the lists and find show it.'],
  ['group list --after 7', '--after is an id as the lists and find show it.'],
  [
    'group list --status gone',
    `--status is one of active, successful, ${STAGES}, failed, refunded, manual_review.`,
  ],
  ['audit --day 2026-02-31', '--day is YYYY-MM-DD.'],
  ['audit --before yesterday', `--before: ${formatIntegerInputError(999_999_999_999_999)}.`],
  ['batch move --centre LAG-IKJ --from active --to processing', `--from is one of ${STAGES}.`],
  ['batch move --centre LAG-IKJ --from secured --to gone', `--to is one of ${STAGES}.`],
  ['batch move --centre LAG-IKJ --from packaging --to packaging', 'A batch only moves forward.'],
  ['pickup list --centre NOWHERE', 'There is no pickup centre NOWHERE.'],
  ['order list --centre NOWHERE', 'There is no pickup centre NOWHERE.'],
  ['batch moves --centre NOWHERE', 'There is no pickup centre NOWHERE.'],
  ['batch move --centre NOWHERE --from secured --to packaging', 'There is no pickup centre NOWHERE.'],
  ['batch move --centre LAG-IKJ --product rice --from secured --to packaging', 'There is no product rice.'],
  ['order list --product rice', 'There is no product rice.'],
  ['group list --product rice', 'There is no product rice.'],
  ['review list --product rice', 'There is no product rice.'],
  ['product list --after rice', 'There is no product rice.'],
  [`order list --group ${NOBODY}`, `There is no group ${NOBODY}.`],
  [`group list --after ${NOBODY}`, `There is no group ${NOBODY}.`],
  ['order list --after gb-7k2m9x4q', 'There is no order GB-7K2M9X4Q.'],
  ['order export --after GB-7K2M9X4Q', 'There is no order GB-7K2M9X4Q.'],
  [`user list --after ${NOBODY}`, `There is no shopper ${NOBODY}.`],
  [`user list-export --after ${NOBODY}`, `There is no shopper ${NOBODY}.`],
  ['order list --from 2026-12-01 --to 2026-11-30', '--from must not be after --to.'],
  ['pickup written 1 2', 'A line is an order and the number of its line, for example GB-ABCD1234:1.'],
  ['user note --text hi', 'Either --email or --user-id.'],
  ['recon list --after 99', 'There is no reconciliation item 99.'],
  ['review list --before 99', 'There is no review 99.'],
  ['audit --before 999999', 'There is no audit entry 999999.'],
  ['audit --by nobody', 'There is no operator nobody.'],
  ['refund card gb-NOPE --reason r', 'There is no payment with this reference.'],
  ['recon list --payment gb-NOPE', 'There is no payment gb-NOPE.'],
  [
    'recon run',
    "The card provider's list is not complete: the provider could not be reached. Please try again later.",
  ],
  ['item collect AJ-NOPE --code 000000', 'There is no such order.'],
  ['item collect AJ-NOPE --code 000000 --lines one', '--lines: type a whole number from 1 to 9,999.'],
  ['item collect AJ-NOPE --code 000000 --at noon', '--at is a time, for example 2026-01-02T09:30Z.'],
  ['item refund AJ-NOPE --line one --reason r', '--line: type a whole number from 1 to 9,999.'],
  ['item refund AJ-NOPE --line 1', '--reason is required.'],
  ['payment show gb-NOPE', 'There is no payment with this reference.'],
  ['product edit garri', 'Nothing to change was given.'],
  ['product edit garri --solo-enabled perhaps', '--solo-enabled is yes or no.'],
  ['product edit garri --minimum-viable-units 0', `--minimum-viable-units: ${minimums}.`],
  ['product edit garri --minimum-viable-units 1000000001', `--minimum-viable-units: ${minimums}.`],
  ['product edit garri --price 100000001', `--price: ${prices}.`],
  ['product edit garri --base-price 100000001', `--base-price: ${prices}.`],
  ['product edit garri --max-units-per-person 0', `--max-units-per-person: ${minimums}, or none.`],
  ['product change garri --max-units-per-person x', `--max-units-per-person: ${minimums}, or none.`],
  ['product edit garri --cost 1.5', `--cost: ${prices}, or none.`],
  ['product edit garri --window-hours 8761', `--window-hours: ${formatHoursInputError(8_760)}.`],
  ['product edit garri --minimum-viable-units 1.5', `--minimum-viable-units: ${minimums}.`],
  ['product edit garri --window-hours 0', `--window-hours: ${formatHoursInputError(8_760)}.`],
  ['claims', 'MODE is required.'],
  ['product import /never/there.csv', '/never/there.csv cannot be read.'],
  ['recon run --day yesterday', '--day is YYYY-MM-DD.'],
  ['recon run --day 2098-01-01', '2098-01-01 has not begun yet.'],
  [
    'product change garri --percent -95',
    'The percentage is a whole number from -90 to 900, for example 10 or -5.',
  ],
  ['recon run --day 2026-02-30', '--day is YYYY-MM-DD.'],
  ['item collect AJ-NOPE --code 000000 --at 5', '--at is a time, for example 2026-01-02T09:30Z.'],
  [
    'item collect AJ-NOPE --code 000000 --at 2026-02-30T09:30Z',
    '--at is a time, for example 2026-01-02T09:30Z.',
  ],
  ['recon resolve 0x7 --reason r', 'ITEM is the number of a row.'],
  ['clock advance 5months', '5months: not a duration like 48h, 90m, 1d12h or 30s.'],
  ['clock advance 1.000h', '1.000h: not a duration like 48h, 90m, 1d12h or 30s.'],
  ['recon resolve 7 --reason r', 'There is no such open item.'],
  ['recovery approve 7', 'REQUEST-ID is an id as the lists and find show it.'],
  ['user show --email nobody@example.com', 'No shopper has this email.'],
  ['clock advance soon', 'soon: not a duration like 48h, 90m, 1d12h or 30s.'],
  ['audit --as eve', 'There is no operator "eve". Add one with: operator add NAME --role ROLE'],
])('%s', async (words, sentence) => {
  expect(await refusal(words.split(' '))).toBe(sentence);
});

test('one unit is the least that a group may need', async () => {
  const { exitCode } = await runOpsCommand(
    ['product', 'edit', 'garri', '--minimum-viable-units', '1'],
    async () => api.deps,
  );
  expect(exitCode).toBe(0);
});

test('a referral that is none is not judged', async () => {
  for (const verb of ['clear', 'block']) {
    expect(await refusal(['referral', verb, '--email', email, '--reason', 'r'])).toBe(
      'Nobody referred this shopper.',
    );
  }
});

test('a file that is no picture is named', async () => {
  const row = { slug: 'no-picture', title: 'Rice', price: 5, basePrice: 6, minimumViableUnits: 1 };
  const file = await api.file('products.json', JSON.stringify([{ ...row, images: ['rice.png'] }]));
  const picture = await api.file('rice.png', 'rice');
  expect(await refusal(['picture', 'add', picture])).toBe(
    'rice.png is not an image. Send a JPEG, PNG, WebP or AVIF.',
  );
  expect(await api.say('product', 'import', file, '--images', api.folder)).toBe(
    'Nothing was imported: 1 error.\nrow 1 no-picture images: rice.png is not an image. Send a JPEG, PNG, WebP or AVIF\n',
  );
});

test('a file that is too large is not read', async () => {
  const table = await api.file('large.csv', 'slug,price');
  await truncate(table, 50_000_001);
  expect(await refusal(['product', 'import', table])).toBe(`${table} is larger than 50 MB.`);
  expect(await refusal(['centre', 'import', table])).toBe(`${table} is larger than 50 MB.`);
  const row = { slug: 'large', title: 'Rice', price: 5, basePrice: 6, minimumViableUnits: 1 };
  const file = await api.file('large.json', JSON.stringify([{ ...row, images: ['large.png'] }]));
  const picture = await api.file('large.png', '');
  await truncate(picture, 20_000_001);
  expect(await refusal(['picture', 'add', picture])).toBe(`${picture} is larger than 20 MB.`);
  expect(await api.say('product', 'import', file, '--images', api.folder)).toContain(
    'row 1 large images: large.png is larger than 20 MB\n',
  );
});

test('the demonstration is of the sandbox', async () => {
  const open = { ...api.deps, config: { ...api.config, sandbox: { isOn: false, isLocal: true, speed: 1 } } };
  expect(await refusal(['demo', 'seed'], open)).toBe('The demonstration exists only in the sandbox.');
});
