import { beforeEach, expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';

const api = openFixtureForFile(
  () => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }),
  addOpsCommandFixture,
);
beforeEach(() => api.db.query('UPDATE pickup_centres SET active = false'));

const ikeja = {
  code: 'LAG-IKJ',
  name: 'Ikeja Centre',
  state: 'Lagos',
  city: 'Ikeja',
  address: '1 Allen Avenue',
  hours: 'Monday-Saturday 9am-6pm WAT',
  isDefault: true,
};
const NO_CALENDAR = {
  ...{ monday: '', tuesday: '', wednesday: '', thursday: '', friday: '', saturday: '', sunday: '' },
  ...{ holidays: {}, ordersPerDay: null },
};
const yaba = { ...ikeja, code: 'LAG-YAB', name: 'Yaba Centre', city: 'Yaba', isDefault: false };

const file = (content: unknown) =>
  api.file('centres.json', typeof content === 'string' ? content : JSON.stringify(content));
const say = async (...words: string[]) => (await api.say(...words)).trimEnd();
const bringIn = async (content: unknown) =>
  runOpsCommandInTest<{ errors: object[] }>(api, 'centre', 'import', await file(content));
const inUse = async () =>
  (
    await runOpsCommandInTest<{ code: string; isDefault: boolean; active: boolean }[]>(api, 'centre', 'list')
  ).data
    .filter((centre) => centre.active)
    .map(({ code, isDefault }) => ({ code, isDefault }));

test('a shop without a centre takes orders once one is brought in', async () => {
  const product = await addTestProduct(api, { priceNaira: 1_000, baseNaira: 1_000, minUnits: 10 });
  const shopper = await signUpShopper(api);
  await adjustTestWallet(api, shopper.id, 2_000);
  await expect(payFromWalletThroughApi(api, shopper, product, 1)).rejects.toThrow('400');
  expect(await bringIn({ pickupCentres: [ikeja, yaba] })).toMatchObject({ ok: true, data: { imported: 2 } });
  expect(await payFromWalletThroughApi(api, shopper, product, 1)).toMatchObject({ success: true });
  const audit = await runOpsCommandInTest(api, 'audit', '--target', 'centre:LAG-YAB');
  expect(audit.data).toMatchObject([
    { action: 'centre.import', reason: 'file centres.json', before: null, after: { city: 'Yaba' } },
  ]);
});

test('a second import changes a centre by its code, and a new default takes over', async () => {
  await bringIn([ikeja, yaba]);
  await bringIn([{ ...yaba, state: 'LAGOS', isDefault: true }]);
  expect(await inUse()).toEqual([
    { code: 'LAG-YAB', isDefault: true },
    { code: 'LAG-IKJ', isDefault: false },
  ]);
  // The centre that stopped being the default is logged too, although the command did not name it.
  const [last] = (await runOpsCommandInTest<object[]>(api, 'audit', '--target', 'centre:LAG-IKJ')).data;
  expect(last).toMatchObject({ before: { isDefault: true }, after: { isDefault: false } });
});

test('one bad row spoils all, and every error is listed by row', async () => {
  const bad = { ...ikeja, name: ' ', isDefault: 'yes' };
  const run = await bringIn([yaba, bad, { ...yaba, code: 'lag yab', address: 'x'.repeat(201) }, yaba]);
  expect(run).toMatchObject({ exitCode: 1, data: { imported: 0 } });
  expect(run.data.errors).toEqual([
    { row: 2, field: 'name', message: 'is required' },
    { row: 2, field: 'isDefault', message: 'true or false' },
    { row: 3, field: 'address', message: 'at most 200 characters' },
    { row: 3, field: 'code', message: 'only A-Z, 0-9 and single dashes between them' },
    { row: 4, field: 'code', message: 'the same code is in another row' },
  ]);
  const twice = await bringIn([ikeja, { ...yaba, state: 'lagos', isDefault: true }]);
  expect(twice.data.errors).toEqual([
    { row: 2, field: 'isDefault', message: 'the state has another default' },
  ]);
  expect(await inUse()).toEqual([]);
});

test('a table of centres is taken, what it leaves out stays, and a new centre needs all', async () => {
  const csv = (text: string) =>
    api
      .file('centres.csv', text)
      .then((path) => runOpsCommandInTest<{ errors: object[] }>(api, 'centre', 'import', path));
  const { code, name, state, city, address, hours } = ikeja;
  const line = [code, name, state, city, `"Allen, 1"`, hours, 'yes'].join(',');
  expect(await csv(`code,name,state,city,address,hours,isDefault\n${line}\n`)).toMatchObject({ ok: true });
  expect(await csv('code;hours\nLAG-IKJ;Sunday only\n')).toMatchObject({ ok: true });
  const centres = (await runOpsCommandInTest<object[]>(api, 'centre', 'list')).data;
  expect(centres).toContainEqual({
    ...{ ...ikeja, ...NO_CALENDAR, address: 'Allen, 1', hours: 'Sunday only', active: true },
  });
  expect(address).not.toBe('Allen, 1');
  expect((await csv('code,hours\nLAG-IKJ,\nLAG-NEW,Monday\n')).data.errors).toEqual([
    { row: 2, field: 'hours', message: 'is required' },
    ...['name', 'state', 'city', 'address'].map((field) => ({ row: 3, field, message: 'is required' })),
  ]);
  expect((await csv('code,adress\nLAG-IKJ,x\n')).message).toBe(
    'Unknown columns: adress. A pickup centre has the columns code, name, state, city, address, hours, monday, tuesday, wednesday, thursday, friday, saturday, sunday, holidays, ordersPerDay, isDefault.',
  );
  expect((await csv('code,isDefault\nLAG-IKJ,maybe\n')).data.errors).toEqual([
    { row: 2, field: 'isDefault', message: 'true or false' },
  ]);
});

test('a centre that says nothing of the default stays it, until another one takes over', async () => {
  await bringIn([ikeja, yaba]);
  const { isDefault: _, ...silent } = ikeja;
  await bringIn([{ ...silent, hours: 'Sunday' }]);
  expect(await inUse()).toContainEqual({ code: 'LAG-IKJ', isDefault: true });
  await bringIn([silent, { ...yaba, isDefault: true }]);
  expect(await inUse()).toEqual([
    { code: 'LAG-YAB', isDefault: true },
    { code: 'LAG-IKJ', isDefault: false },
  ]);
});

test('a field that a centre does not have is an error', async () => {
  expect((await bringIn([{ ...ikeja, adress: 'x' }])).data.errors).toEqual([
    { row: 1, field: 'adress', message: 'is not a field of a pickup centre' },
  ]);
});

test.each([
  ['{"centres": []}', 'The file contains neither a list nor {"pickupCentres": [...]}.'],
  ['[', 'The file is not valid JSON: Unexpected end of JSON input'],
])('the file %s is refused', async (content, message) => {
  expect((await bringIn(content)).message).toBe(message);
});

test('a centre is taken out of use, once, and comes back with an import', async () => {
  await bringIn([ikeja, yaba]);
  expect((await runOpsCommandInTest(api, 'centre', 'deactivate', 'LAG-YAB')).data).toEqual({
    code: 'LAG-YAB',
    active: false,
  });
  expect(await inUse()).toEqual([{ code: 'LAG-IKJ', isDefault: true }]);
  expect((await runOpsCommandInTest(api, 'centre', 'deactivate', 'LAG-YAB')).message).toBe(
    'No pickup centre in use has the code LAG-YAB.',
  );
  await bringIn([yaba]);
  expect(await inUse()).toHaveLength(2);
});

test('an operator reads in words what became of the centres', async () => {
  expect(await say('centre', 'import', await file([ikeja, yaba]))).toBe('imported  2\nerrors    -');
  expect(await say('centre', 'deactivate', 'LAG-YAB')).toBe('code    LAG-YAB\nactive  false');
  expect(await say('centre', 'import', '/never/there.json')).toBe('/never/there.json cannot be read.');
  const bad = { ...ikeja, name: ' ', isDefault: 'yes' };
  expect(await say('centre', 'import', await file([bad]))).toBe(
    'Nothing was imported: 2 errors.\nrow 1 name: is required\nrow 1 isDefault: true or false',
  );
});

test('a table of centres is read as a spreadsheet writes it, and as JSON nothing is said twice', async () => {
  const table = 'sep=;\nCODE;Name;State;City;Address;Hours;is default;;\n';
  const row = 'LAG-SHT; "Short; Centre" ;Lagos;Epe;1 Road;Monday 9am-5pm WAT';
  const path = await api.file('centres.csv', Buffer.from(`\uFEFF${table}${row}\n;;;;;;;;\n`, 'utf16le'));
  expect(await runOpsCommandInTest(api, 'centre', 'import', path)).toMatchObject({
    ok: true,
    data: { imported: 1 },
  });
  expect(await inUse()).toEqual([{ code: 'LAG-SHT', isDefault: false }]);
  const twice = `\uFEFF{"pickupCentres": [${JSON.stringify(yaba).replace('{', '{"hours":"never",')}]}`;
  expect((await bringIn(twice)).data.errors).toEqual([
    { row: 1, field: 'hours', message: 'appears twice in this row: write it once' },
  ]);
});

test('a calendar is taken from a table, from JSON and from the command line', async () => {
  const stored = async () =>
    (await runOpsCommandInTest<{ code: string }[]>(api, 'centre', 'list')).data.find(
      ({ code }) => code === 'LAG-IKJ',
    );
  const csv = async (text: string) =>
    runOpsCommandInTest<{ errors: object[] }>(api, 'centre', 'import', await api.file('centres.csv', text));
  await bringIn([ikeja]);
  expect(
    await csv(
      'code,monday,saturday,sunday,holidays,orders per day\n' +
        'LAG-IKJ,9:00-18:00,9:00 - 14:00,closed,2026-12-25: Christmas | 2027-01-01,"1,040"\n',
    ),
  ).toMatchObject({ ok: true });
  const calendar = {
    ...{ ...NO_CALENDAR, monday: '09:00-18:00', saturday: '09:00-14:00' },
    ...{ holidays: { '2026-12-25': 'Christmas', '2027-01-01': '' }, ordersPerDay: 1_040 },
    hours: 'Mon 9:00–18:00, Sat 9:00–14:00, closed Tuesday, Wednesday, Thursday, Friday and Sunday',
  };
  expect(await stored()).toMatchObject(calendar);
  expect(await bringIn([{ code: 'LAG-IKJ', sunday: '10:00-12:00', saturday: null }])).toMatchObject({
    ok: true,
  });
  expect(await stored()).toMatchObject({
    ...{ ...calendar, sunday: '10:00-12:00', saturday: '' },
    hours: 'Mon 9:00–18:00, Sun 10:00–12:00, closed Tuesday, Wednesday, Thursday, Friday and Saturday',
  });
  await api.say('centre', 'edit', 'LAG-IKJ', '--sunday', 'closed', '--saturday', '9:00-14:00');
  expect(await stored()).toMatchObject(calendar);
  await api.say(
    'centre',
    'edit',
    'LAG-IKJ',
    '--holidays',
    '2026-12-26: Boxing Day',
    '--orders-per-day',
    'none',
  );
  expect(await stored()).toMatchObject({ holidays: { '2026-12-26': 'Boxing Day' }, ordersPerDay: null });
  expect((await csv('code,holidays,ordersPerDay\nLAG-IKJ,,\n')).data.errors).toEqual([]);
  expect(await stored()).toMatchObject({ holidays: {}, ordersPerDay: null, hours: calendar.hours });
});

test('a calendar that means nothing is an error of its row', async () => {
  const { errors } = (
    await bringIn([
      { ...ikeja, tuesday: '9 to 5', holidays: { '2026-02-30': '' }, ordersPerDay: 0 },
      { ...yaba, tuesday: 9, holidays: ['2026-12-25'], ordersPerDay: '40' },
      { ...yaba, code: 'LAG-LEK', holidays: { '2026-12-25': 'x'.repeat(61), '2026-12-26': '\u202e' } },
    ])
  ).data;
  const times = 'type times like 9:00-18:00, or closed';
  const count = 'type a whole number from 1 to 10,000';
  expect(errors).toEqual([
    { row: 1, field: 'tuesday', message: times },
    { row: 1, field: 'holidays', message: '2026-02-30 is not a day such as 2026-12-25' },
    { row: 1, field: 'ordersPerDay', message: count },
    { row: 2, field: 'tuesday', message: times },
    { row: 2, field: 'holidays', message: 'days with their reasons, for example 2026-12-25: Christmas' },
    { row: 2, field: 'ordersPerDay', message: count },
    { row: 3, field: 'holidays', message: 'the reason of 2026-12-25 has at most 60 characters' },
    {
      ...{ row: 3, field: 'holidays' },
      message: 'the reason of 2026-12-26 has a hidden character that reverses letters, type it again',
    },
  ]);
  const many = Array.from({ length: 101 }, (_, day) =>
    new Date(Date.UTC(2027, 0, day + 1)).toISOString().slice(0, 10),
  );
  expect(
    (await bringIn([{ ...yaba, holidays: Object.fromEntries(many.map((day) => [day, ''])) }])).data.errors,
  ).toEqual([{ row: 1, field: 'holidays', message: 'at most 100' }]);
  await bringIn([{ ...ikeja, monday: '9:00-18:00' }]);
  expect((await bringIn([{ ...ikeja, hours: 'Sunday' }])).data.errors).toEqual([
    {
      ...{ row: 1, field: 'hours' },
      message: 'the days make this text; to write it yourself, set every day to closed',
    },
  ]);
  const twice = await api.file('c.csv', 'code,holidays\nLAG-IKJ,2026-12-25 | 2026-12-25: Christmas\n');
  expect(
    (await runOpsCommandInTest<{ errors: object[] }>(api, 'centre', 'import', twice)).data.errors,
  ).toEqual([{ row: 2, field: 'holidays', message: '2026-12-25 appears twice' }]);
});
