import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  ADDRESS_FIELD_LENGTH_MAX,
  CATEGORY_LENGTH_MAX,
  IMPORT_FILE_CHARS_MAX,
  PATH_PARAMETER_LENGTH_MAX,
  PICKUP_CENTRE_CODE_LENGTH_MAX,
  PRODUCT_DESCRIPTION_LENGTH_MAX,
  PRODUCT_TITLE_LENGTH_MAX,
  SLUG_LENGTH_MAX,
  SPECIFICATION_NAME_LENGTH_MAX,
  SPECIFICATION_VALUE_LENGTH_MAX,
  SUPPLIER_NAME_LENGTH_MAX,
  UNIT_NAME_LENGTH_MAX,
} from '#contract/limits.ts';
import { UNSTORABLE_TEXT_MESSAGE } from '#contract/rules/text/plain-text.ts';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre } from '../support/api-catalogue.ts';
import { createSignUpBody, type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { LONGEST_TEXTS_PRODUCT as longest } from '../support/longest-product.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';

/**
 * The longest text that one way in accepts is accepted by every other, and one character more is refused with the
 * field's name.
 */

const api = openFixtureForFile(
  () => startTestApi({ env: { RATE_LIMIT_FACTOR: '100000' } }),
  addOpsCommandFixture,
);
let person: SignedInTestOperator;
let shopper: SignedUpApiShopper;
beforeAll(async () => {
  await addTestPickupCentre(api, 'LAG-IKJ');
  shopper = await signUpShopper(api);
  person = await signInTestOperator(api, 'olu', 'owner');
});

/** Runs a command at the command line in the name of the same operator. */
async function ops<Data>(...words: string[]): Promise<{ data: Data; message?: string }> {
  const given = [...words, '--json', '--as=olu'];
  const { stdout } = await runOpsCommand(
    given,
    async () => api.deps,
    async () => person.secret,
  );
  return JSON.parse(stdout);
}

interface Part {
  type?: string | string[];
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  maxLength?: number;
  maximum?: number;
  maxItems?: number;
  maxProperties?: number;
  properties?: Record<string, Part>;
  items?: Part;
  anyOf?: Part[];
  patternProperties?: Record<string, Part>;
}

/** Lists every text, list and record of a schema that has no limit. */
function endless(part: Part, path: string): string[] {
  const inner = [
    ...Object.entries(part.properties ?? {}).flatMap(([name, one]) => endless(one, `${path}.${name}`)),
    ...(part.items ? endless(part.items, `${path}[]`) : []),
    ...(part.anyOf ?? []).flatMap((one) => endless(one, path)),
    ...Object.values(part.patternProperties ?? {}).flatMap((one) => endless(one, `${path}.*`)),
  ];
  const hasEnd = part.pattern !== undefined && !/[+*]|,\}/.test(part.pattern);
  const isFixed = hasEnd || part.const !== undefined || part.enum !== undefined || part.format !== undefined;
  const types = [part.type].flat();
  const hasNoEnd =
    (types.includes('string') && !isFixed && !(Number(part.maxLength) <= IMPORT_FILE_CHARS_MAX)) ||
    (types.includes('integer') && part.maximum === undefined) ||
    (types.includes('array') && part.maxItems === undefined) ||
    (part.patternProperties !== undefined && part.maxProperties === undefined);
  return hasNoEnd ? [path, ...inner] : inner;
}

const folder = new URL('../../contract/schemas/', import.meta.url);
const schemas = (
  await Promise.all(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map(async (file) => Object.entries(await import(new URL(file, folder).href))),
  )
).flat() as [string, Part][];

test('whatever a call is sent has an end, and the router finds each address of a call', () => {
  const sent = schemas.filter(([name]) => /(Body|Query|Params)$/.test(name));
  expect(sent.length).toBeGreaterThan(60);
  expect(sent.flatMap(([name, schema]) => endless(schema, name))).toEqual([]);
  const parts = sent
    .filter(([name]) => name.endsWith('Params'))
    .flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([part, { maxLength = 36 }]) => [`${name}.${part}`, maxLength] as const),
    );
  expect(parts.length).toBeGreaterThan(15);
  expect(parts.filter(([, length]) => length > PATH_PARAMETER_LENGTH_MAX)).toEqual([]);
  expect(Math.max(...parts.map(([, length]) => length))).toBe(PATH_PARAMETER_LENGTH_MAX);
});

interface Imported {
  errors: { row: number; field: string; message: string }[];
  imported: number;
}
const bringIn = async (product: object, ...flags: string[]) =>
  (await ops<Imported>('product', 'import', await api.file('p.json', JSON.stringify([product])), ...flags))
    .data;

describe('the longest product', () => {
  beforeAll(async () => {
    for (const flags of [['--dry-run'], []]) expect((await bringIn(longest, ...flags)).errors).toEqual([]);
  });

  test('is listed, opened, found by its category and put into a cart', async () => {
    const { slug, title, category, sellingUnits } = longest;
    const list = await api.call<{ data: { slug: string }[] }>({
      method: 'GET',
      url: `/api/products?category=${category}`,
    });
    expect(list.body.data.map((one) => one.slug)).toEqual([slug]);
    const shown = await api.call<{ data: { _id: string } }>({
      method: 'GET',
      url: `/api/products/slug/${slug}`,
    });
    expect(shown).toMatchObject({ status: 200, body: { data: { title, category } } });
    const page = await api.inject({ method: 'GET', url: `/product/${slug}` });
    expect([page.statusCode, page.body.includes(title)]).toEqual([200, true]);
    const added = await api.call({
      method: 'POST',
      url: '/api/cart/add',
      token: shopper.token,
      body: {
        productId: shown.body.data._id,
        quantity: 1,
        sellingUnit: { name: sellingUnits[0]?.name, displayName: sellingUnits[0]?.displayName },
      },
    });
    expect(added.status).toBe(200);
  });

  test('has its page at the console, is changed and withdrawn there, and its groups are found', async () => {
    const { call } = person;
    const { slug, active, ...fields } = { ...longest, active: true };
    expect((await call('GET', `/api/ops/products/${slug}`)).status).toBe(200);
    expect((await call('POST', `/api/ops/products/${slug}/edit`, { ...fields, dryRun: true })).status).toBe(
      200,
    );
    expect(
      (await call('POST', `/api/ops/products/${slug}/deactivate`, { reason: 'r'.repeat(500) })).status,
    ).toBe(200);
    expect((await call('POST', `/api/ops/products/${slug}/activate`, { reason: 'r' })).status).toBe(200);
    expect((await call('GET', `/api/ops/groups?product=${slug}`)).status).toBe(200);
    expect((await call('GET', `/api/ops/products?after=${slug}`)).status).toBe(200);
    expect((await call('POST', '/api/ops/audit', { target: `product:${slug}` })).status).toBe(200);
  });

  test('one slug longer is found by no call, and the database has none', async () => {
    const { call } = person;
    const slug = 's'.repeat(SLUG_LENGTH_MAX + 1);
    for (const url of [`/api/products/slug/${slug}`, `/api/products/slug/${'s'.repeat(3_000)}`]) {
      const { status, body } = await api.call<{ code: string; requestId: string }>({ method: 'GET', url });
      expect([status, body.code, typeof body.requestId]).toEqual([404, 'not_found', 'string']);
    }
    expect((await call('GET', `/api/ops/products/${slug}`)).status).toBe(404);
    await expect(api.db.query('UPDATE products SET slug = $1', [slug])).rejects.toThrow(
      'products_slug_length',
    );
  });
});

type Edit = (more: number) => Record<string, unknown>;
const unit = (part: object) => ({ ...longest, sellingUnits: [{ ...longest.sellingUnits[0], ...part }] });
const EDITS: readonly [field: string, edit: Edit][] = [
  ['slug', (more) => ({ slug: 'z'.repeat(SLUG_LENGTH_MAX + more) })],
  ['title', (more) => ({ title: 't'.repeat(PRODUCT_TITLE_LENGTH_MAX + more) })],
  ['description', (more) => ({ description: 'd'.repeat(PRODUCT_DESCRIPTION_LENGTH_MAX + more) })],
  ['category', (more) => ({ category: 'c'.repeat(CATEGORY_LENGTH_MAX + more) })],
  ['supplier', (more) => ({ supplier: 's'.repeat(SUPPLIER_NAME_LENGTH_MAX + more) })],
  ['baseUnitName', (more) => ({ baseUnitName: 'k'.repeat(UNIT_NAME_LENGTH_MAX + more) })],
  ['sellingUnits[0].name', (more) => unit({ name: 'u'.repeat(UNIT_NAME_LENGTH_MAX + more) })],
  ['sellingUnits[0].displayName', (more) => unit({ displayName: 'u'.repeat(UNIT_NAME_LENGTH_MAX + more) })],
  [
    'specifications',
    (more) => ({ specifications: { ['n'.repeat(SPECIFICATION_NAME_LENGTH_MAX + more)]: 'v' } }),
  ],
  [
    'specifications.n',
    (more) => ({ specifications: { n: 'v'.repeat(SPECIFICATION_VALUE_LENGTH_MAX + more) } }),
  ],
  // Each letter is two UTF-16 units, which is how a form counts, so half as many letters fit.
  ['title', (more) => ({ title: '𞤀'.repeat(PRODUCT_TITLE_LENGTH_MAX / 2 + more) })],
];

test.each(EDITS)(
  '%s as long as it may be is taken everywhere, one more is refused by its field',
  async (field, edit) => {
    const { call } = person;
    for (const more of [0, 1]) {
      const product = { ...longest, slug: 'another', ...edit(more) };
      for (const flags of [['--dry-run'], []]) {
        const { errors } = await bringIn(product, ...flags);
        expect(errors.map((error) => error.field)).toEqual(more === 0 ? [] : [field]);
      }
      const text = JSON.stringify([product]);
      for (const dryRun of [true, false]) {
        const { status, body } = await call<{ data: Imported }>('POST', '/api/ops/product-import', {
          ...{ fileName: 'p.json', text, dryRun },
        });
        expect([status, body.data.errors.map((error) => error.field)]).toEqual([
          200,
          more === 0 ? [] : [field],
        ]);
      }
      const { slug, ...fields } = product;
      const added = await call<{ message?: string; errors?: { field: string }[] }>(
        'POST',
        '/api/ops/product-add',
        {
          ...{ ...fields, slug: field === 'slug' ? slug.replaceAll('z', 'y') : `made-${more}`, dryRun: true },
        },
      );
      const named = field.replace(/\[(\d)\]/, '.$1');
      expect([added.status, added.body.errors?.[0]?.field]).toEqual(
        more === 0 ? [200, undefined] : [400, named],
      );
    }
  },
);

test('a centre whose code and words are as long as they may be has its page at the console', async () => {
  const { call } = person;
  const code = 'C'.repeat(PICKUP_CENTRE_CODE_LENGTH_MAX);
  const words = Object.fromEntries(
    ['name', 'state', 'city', 'address', 'hours'].map((field) => [
      field,
      'x'.repeat(ADDRESS_FIELD_LENGTH_MAX),
    ]),
  );
  const bring = async (centre: object) =>
    (await ops<Imported>('centre', 'import', await api.file('c.json', JSON.stringify([centre])))).data;
  expect((await bring({ code, ...words })).errors).toEqual([]);
  for (const part of ['list', 'plan', 'links'])
    expect((await call('GET', `/api/ops/pickup/${code}/${part}`)).status).toBe(200);
  expect((await bring({ code: `${code}C`, ...words })).errors).toMatchObject([{ field: 'code' }]);
  for (const field of Object.keys(words))
    expect(
      (await bring({ code, ...words, [field]: 'x'.repeat(ADDRESS_FIELD_LENGTH_MAX + 1) })).errors,
    ).toMatchObject([{ row: 1, field }]);
});

const HIDDEN = ['\u0000', '\u0001', '\u0007', '\u000b', '\u001b', '\u007f', '\u0085', '\ud83c', '\udf4e'];

describe('what no database can keep', () => {
  test.each(HIDDEN)('%j is refused by row and field in a dry run as in the real one', async (sign) => {
    const { call } = person;
    const rows = ['slug', 'title', 'description', 'category', 'baseUnitName'].map((field, index) => [
      field,
      { ...longest, slug: `hidden-${index}`, [field]: `a${sign}b` },
    ]) as [string, object][];
    const specified = { ...longest, slug: 'hidden-9', specifications: { [`n${sign}m`]: 'v' } };
    const text = JSON.stringify([...rows.map(([, row]) => row), specified]);
    const expected = [
      ...rows.map(([field], index) => [index + 1, field]),
      [rows.length + 1, 'specifications'],
    ];
    for (const dryRun of [true, false]) {
      const json = { fileName: 'p.json', text, dryRun };
      const { status, body } = await call<{ data: Imported }>('POST', '/api/ops/product-import', json);
      if (status !== 200) throw new Error(JSON.stringify(body));
      const found = body.data.errors.map(({ row, field }) => [row, field]);
      expect([status, body.data.imported, found]).toEqual([200, 0, expected]);
      const table = `slug,title,price,basePrice,minimumViableUnits\nrow,"Ri${sign}ce",1,1,1\n`;
      const csv = await call<{ data: Imported }>('POST', '/api/ops/product-import', {
        ...{ fileName: 'p.csv', text: table, dryRun },
      });
      // A lone surrogate cannot be encoded in the bytes of a table, so it is left out here.
      if (!/[\ud800-\udfff]/.test(sign))
        expect(csv.body.data.errors).toMatchObject([
          { row: 2, field: 'title', message: UNSTORABLE_TEXT_MESSAGE },
        ]);
    }
    const centre = {
      code: 'LAG-X',
      name: `a${sign}b`,
      state: 'Lagos',
      city: 'Ikeja',
      address: 'a',
      hours: 'h',
    };
    const file = await api.file('c.json', JSON.stringify([centre]));
    expect((await ops<Imported>('centre', 'import', file)).data.errors).toMatchObject([
      { row: 1, field: 'name' },
    ]);
  });

  test.each(HIDDEN)('%j is refused by its field in every call that is sent a text', async (sign) => {
    const { call } = person;
    const text = `a${sign}b`;
    const bodies: [url: string, field: string, body: object][] = [
      ['/api/auth/signup', 'name', { ...createSignUpBody(), name: text }],
      ['/api/auth/login', 'password', { email: shopper.email, password: text }],
      [
        '/api/auth/request-recovery-key-reset',
        'reason',
        { email: shopper.email, phone: shopper.phone, reason: text },
      ],
      ['/api/cart/add', 'variant', { productId: shopper.id, quantity: 1, variant: text }],
    ];
    for (const [url, field, body] of bodies) {
      const answer = await api.call({ method: 'POST', url, body, token: shopper.token });
      expect([url, answer.status, answer.body]).toMatchObject([url, 400, { errors: [{ field }] }]);
    }
    const acts: [url: string, field: string, body: object][] = [
      ['product-add', 'title', { slug: 'new', title: text, price: 1, basePrice: 1, minimumViableUnits: 1 }],
      ['product-add', 'specifications', { slug: 'new', specifications: { [text]: 'v' } }],
      ['goodwill', 'reason', { email: shopper.email, amount: 5, reason: text }],
      [`shoppers/${shopper.id}/note`, 'text', { text }],
      ['operators/add', 'name', { name: text, role: 'ops' }],
      ['referrals/clear', 'email', { email: text, reason: 'r' }],
    ];
    for (const [url, field, body] of acts) {
      const answer = await call('POST', `/api/ops/${url}`, body);
      expect([url, answer.status, answer.body]).toMatchObject([url, 400, { errors: [{ field }] }]);
    }
    if (/[\ud800-\udfff]/.test(sign)) return;
    const typed = encodeURIComponent(text);
    for (const url of [
      `products?after=${typed}`,
      `products?q=${typed}`,
      `payments/${typed}`,
      `pickup/${typed}/list`,
    ])
      expect([url, (await call('GET', `/api/ops/${url}`)).status]).toEqual([url, 400]);
  });

  test.each(['product edit longest --title', 'user note --text', 'wallet goodwill --amount 5 --reason'])(
    'is refused at the command line: %s',
    async (command) => {
      for (const sign of HIDDEN) {
        const { message } = await ops(...command.split(' '), `a${sign}b`);
        expect(message).toBe(`${command.split(' ').at(-1)}: ${UNSTORABLE_TEXT_MESSAGE}.`);
      }
    },
  );
});

test('a name that nobody can see, or that turns letters around, is none', async () => {
  for (const title of [
    '\u200b',
    '\u00ad\u2060',
    '\u3164',
    '\u2800',
    'Ri\u202ece',
    '\u2066Rice',
    'Rice\u2069',
  ]) {
    const { errors } = await bringIn({ ...longest, slug: 'seen', title });
    expect([title, errors.map(({ field }) => field)]).toEqual([title, ['title']]);
  }
  // Invisible characters are allowed where they join letters or emoji, as the result is visible.
  for (const title of ['Ọ̀fàdà', 'می\u200cخواهم', '👩\u200d🌾 rice'])
    expect((await bringIn({ ...longest, slug: 'seen', title }, '--dry-run')).errors).toEqual([]);
});

test('an operator writes no longer reason at the command line than at the console', async () => {
  const { call } = person;
  const body = (length: number) => ({ reason: 'r'.repeat(length) });
  for (const [length, isTaken] of [
    [500, true],
    [501, false],
  ] as const) {
    const { status } = await call('POST', `/api/ops/shoppers/${shopper.id}/unlock`, body(length));
    const words = ['user', 'unlock', `--user-id=${shopper.id}`, `--reason=${'r'.repeat(length)}`];
    const { message } = await ops(...words);
    expect([status, message]).toEqual(
      isTaken ? [200, undefined] : [400, '--reason: a text of at most 500 characters.'],
    );
  }
});
