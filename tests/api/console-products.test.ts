import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type {
  OpsImportProductsReply,
  OpsProduct,
  OpsProductFieldChanges,
} from '#contract/schemas/ops/products.ts';
import type { ProductReply } from '#contract/schemas/product.ts';
import { startTestApi } from '../support/api.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';

/** The calls of the console's screens of products. */

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '100' } }));
const people = new Map<string, SignedInTestOperator>();
const as = (name: string) => people.get(name) as SignedInTestOperator;
beforeAll(async () => {
  for (const [name, role] of [
    ['ngozi', 'ops'],
    ['sade', 'support'],
  ] as const)
    people.set(name, await signInTestOperator(api, name, role));
});

interface Answer<Of> {
  data: Of;
  code?: string;
  message?: string;
}
type Change = OpsProductFieldChanges & { isKeptInGroup: boolean; isDryRun: boolean };

const post = <Of>(url: string, body: object, headers?: Record<string, string>) =>
  as('ngozi').call<Answer<Of>>('POST', `/api/ops/${url}`, body, headers);
const get = async <Of>(url: string): Promise<Of> => {
  const { status, body } = await as('sade').call<Answer<Of>>('GET', `/api/ops/${url}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
};
const inShop = (slug: string) => api.call<ProductReply>({ method: 'GET', url: `/api/products/slug/${slug}` });
const rowsOf = (target: string) =>
  api.db.query<{ action: string; before: object | null; after: object }>(
    'SELECT actor, ip, action, reason, before, after FROM audit_log WHERE target = $1 ORDER BY id DESC',
    [target],
  );

const basics = { title: 'Rice', price: 900, basePrice: 1_000, minimumViableUnits: 20 };
async function product(slug: string): Promise<string> {
  expect((await post('product-add', { slug, ...basics })).body.message).toBeUndefined();
  return slug;
}

const png = (background: string) =>
  sharp({ create: { width: 200, height: 150, channels: 3, background } })
    .png()
    .toBuffer();
async function upload(name: string, bytes: Buffer, { cookie } = as('ngozi')) {
  const answer = await api.inject({
    method: 'POST',
    url: `/api/ops/pictures?name=${encodeURIComponent(name)}`,
    payload: bytes,
    headers: { origin: api.config.publicUrl, cookie, 'content-type': 'application/octet-stream' },
  });
  return { status: answer.statusCode, body: answer.json<Answer<{ hash: string; isNew: boolean }>>() };
}

describe('a product', () => {
  test('is made, put on sale and withdrawn, each with its row', async () => {
    const slug = await product('made-here');
    expect((await inShop(slug)).status, 'not on sale yet').toBe(404);
    expect((await post(`products/${slug}/activate`, { reason: 'stock came' })).status).toBe(200);
    expect((await inShop(slug)).body.data).toMatchObject({ title: 'Rice', price: 900 });
    expect((await post(`products/${slug}/deactivate`, { reason: 'sold out' })).status).toBe(200);
    expect((await inShop(slug)).status).toBe(404);
    const by = { actor: 'operator:ngozi', ip: '127.0.0.1' };
    expect(await rowsOf(`product:${slug}`)).toMatchObject([
      { ...by, action: 'product.deactivate', reason: 'sold out', before: { active: true } },
      { ...by, action: 'product.activate', reason: 'stock came', before: { active: false } },
      { ...by, action: 'product.add', before: null, after: { title: 'Rice', price: 900, active: false } },
    ]);
    expect((await post('product-add', { slug, ...basics })).body.message).toBe(
      'There is already a product made-here.',
    );
    expect((await as('sade').call('POST', `/api/ops/products/${slug}/edit`, { price: 1 })).status).toBe(403);
  });

  test('goes on and off sale without a reason, as at the command line; one that was given is kept', async () => {
    const slug = await product('no-reason');
    for (const move of ['activate', 'deactivate'])
      expect((await post(`products/${slug}/${move}`, {})).status, move).toBe(200);
    await post(`products/${slug}/activate`, { reason: 'stock came' });
    expect((await rowsOf(`product:${slug}`)).slice(0, 3)).toMatchObject([
      { action: 'product.activate', reason: 'stock came', before: { active: false } },
      { action: 'product.deactivate', reason: null, before: { active: true } },
      { action: 'product.activate', reason: null, before: { active: false } },
    ]);
  });

  test('is made of all that a form says, where most of it is empty', async () => {
    const empty = { description: '', category: '', specifications: {}, windowHours: null };
    const lists = { baseUnitName: '', sellingUnits: [], images: [] };
    const body = { slug: 'of-a-form', ...basics, ...empty, ...lists, soloEnabled: true };
    expect((await post('product-add', body)).body.message).toBeUndefined();
    expect(await get<OpsProduct>('products/of-a-form')).toMatchObject({
      ...basics,
      ...empty,
      pictures: [],
    });
  });

  test('is edited as its dry run says, what is not named stays, and a repeat is one act', async () => {
    const slug = await product('edited');
    await post(`products/${slug}/activate`, { reason: 'r' });
    const sellingUnits = [
      {
        name: 'bag',
        displayName: 'Bag; 50 kg | big',
        baseUnitQuantity: 50,
        priceType: 'calculated',
        customPrice: null,
        basePrice: 1_000,
        isActive: true,
      },
      {
        name: 'kilo',
        displayName: 'Kilo',
        baseUnitQuantity: 1,
        priceType: 'manual',
        customPrice: 30,
        basePrice: 40,
        isActive: true,
      },
    ];
    const edit = { price: 950, baseUnitName: 'kg', sellingUnits, specifications: { Origin: 'Kebbi: north' } };
    const tried = await post<Change>(`products/${slug}/edit`, { ...edit, dryRun: true });
    expect(tried.body.data).toMatchObject({
      isDryRun: true,
      isKeptInGroup: false,
      fields: { price: { before: 900, after: 950 }, sellingUnits: { before: [], after: sellingUnits } },
    });
    expect((await inShop(slug)).body.data.price).toBe(900);
    const headers = { 'idempotency-key': randomUUID() };
    for (let turn = 0; turn < 2; turn += 1) {
      const { body } = await post<Change>(`products/${slug}/edit`, edit, headers);
      expect(body.data).toEqual({ ...tried.body.data, isDryRun: false });
    }
    const rows = await rowsOf(`product:${slug}`);
    expect(rows.filter(({ action }) => action === 'product.edit')).toMatchObject([
      { before: { price: 900, sellingUnits: [] }, after: { price: 950, sellingUnits } },
    ]);
    const shown = await get<OpsProduct>(`products/${slug}`);
    expect(shown).toMatchObject({
      title: 'Rice',
      specifications: { Origin: 'Kebbi: north' },
      sellingUnitsData: { enabled: true, baseUnitName: 'kg', options: sellingUnits },
      now: {
        units: [
          { name: 'bag', price: 950 },
          { name: 'kilo', price: 30 },
        ],
      },
      group: null,
    });
    expect((await inShop(slug)).body.data).toMatchObject({ minPrice: 30, maxPrice: 950 });
    const [listed] = await get<{ fromPrice: number }[]>(`products?q=${slug}`);
    expect(listed?.fromPrice).toBe(30);
  });

  test.each([
    [{}, 'Nothing to change was given.'],
    [{ price: 1_001 }, 'The standard price must not be below the group price.'],
    [{ price: 0 }, 'price: type a whole number from 1 to 100,000,000, for example 45000 or 45,000.'],
    [{ title: '' }, 'title: is required.'],
    [{ images: ['0123456789abcdef0123'] }, 'images: 0123456789abcdef0123 was not found.'],
  ])('edited with %j is refused in plain words, and nothing changes', async (edit, words) => {
    const slug = `refused-${randomUUID()}`;
    await product(slug);
    expect((await post(`products/${slug}/edit`, edit)).body.message).toBe(words);
    expect(await rowsOf(`product:${slug}`)).toHaveLength(1);
  });
});

test('the list is read page by page, by words and by what is on sale', async () => {
  for (const name of ['a', 'b', 'c']) await product(`paged-${name}`);
  await post('products/paged-b/activate', { reason: 'r' });
  const slugs = async (query: string) =>
    (await get<{ slug: string }[]>(`products?q=PAGED&${query}`)).map(({ slug }) => slug);
  expect(await slugs('limit=2')).toEqual(['paged-a', 'paged-b']);
  expect(await get('products?q=b%20PAGED')).toMatchObject([{ slug: 'paged-b' }]);
  expect(await slugs('limit=2&after=paged-b')).toEqual(['paged-c']);
  expect(await slugs('status=active')).toEqual(['paged-b']);
  expect(await slugs('status=inactive')).toEqual(['paged-a', 'paged-c']);
});

describe('a picture', () => {
  test('is kept by its content, shown at once, and given to a product', async () => {
    const bytes = await png('#884422');
    const first = await upload('rice.png', bytes);
    expect([first.status, first.body.data.isNew]).toEqual([200, true]);
    const { hash } = first.body.data;
    expect((await upload('rice.png', bytes)).body.data).toMatchObject({ hash, isNew: false });
    expect(await rowsOf(`picture:${hash}`)).toMatchObject([
      { actor: 'operator:ngozi', action: 'picture.add', before: { name: 'rice.png' } },
      {
        actor: 'operator:ngozi',
        action: 'picture.add',
        before: null,
        after: { name: 'rice.png', width: 200 },
      },
    ]);
    const slug = await product('pictured');
    expect((await post(`products/${slug}/edit`, { images: [hash] })).status).toBe(200);
    expect((await get<OpsProduct>(`products/${slug}`)).pictures).toMatchObject([{ hash, width: 200 }]);
    expect((await api.inject({ method: 'GET', url: `/pictures/${hash}-160.webp` })).statusCode).toBe(200);
  });

  test.each([
    ['words', 'rice.png', Buffer.from('no picture at all')],
    ['a drawing', 'rice.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['nothing', 'rice.png', Buffer.alloc(0)],
    ['a path', '../rice.png', Buffer.from('x')],
  ])('that is %s is refused', async (_, name, bytes) => {
    const kept = () => api.db.query('SELECT 1 FROM pictures');
    const before = await kept();
    const { status } = await upload(name, bytes);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await kept()).toEqual(before);
  });

  test('that is too large is not read, and one of somebody without the right neither', async () => {
    expect((await upload('large.png', Buffer.alloc(20_000_001))).body.code).toBe('payload_too_large');
    expect((await upload('rice.png', await png('#000000'), as('sade'))).status).toBe(403);
  });
});

describe('a file', () => {
  const bring = async (text: string, dryRun = false, fileName = 'stock.csv') => {
    const { body } = await post<OpsImportProductsReply['data']>('product-import', { fileName, text, dryRun });
    expect(body.message).toBeUndefined();
    return body.data;
  };

  test('is brought in as its dry run says, with pictures sent before, and a repeat changes nothing', async () => {
    const { hash } = (await upload('beans.png', await png('#228844'))).body.data;
    const csv = [
      'slug,title,price,basePrice,minimumViableUnits,images',
      'file-beans,Beans,700,800,10,beans.png',
      'file-yam,Yam,500,600,10,',
    ].join('\n');
    const tried = await bring(csv, true);
    expect(tried).toMatchObject({ added: 2, updated: 0, unchanged: 0, isDryRun: true });
    expect(tried.changes?.[0]).toMatchObject({ slug: 'file-beans', fields: { images: { after: [hash] } } });
    expect((await inShop('file-beans')).status).toBe(404);
    expect(await bring(csv)).toEqual({ ...tried, isDryRun: false });
    expect((await inShop('file-beans')).body.data.pictures).toMatchObject([{ hash }]);
    expect(await bring(csv)).toMatchObject({ added: 0, updated: 0, unchanged: 2, changes: [] });
    expect(await rowsOf('product:file-yam')).toMatchObject([
      { actor: 'operator:ngozi', action: 'product.import', reason: 'file stock.csv', before: null },
    ]);

    const prices = 'slug,price\nfile-beans,750\nfile-yam,500\n';
    const shown = await bring(prices, true);
    expect(shown).toMatchObject({
      updated: 1,
      unchanged: 1,
      changes: [{ slug: 'file-beans', isNew: false, fields: { price: { before: 700, after: 750 } } }],
    });
    expect(await bring(prices)).toEqual({ ...shown, isDryRun: false });
    expect((await rowsOf('product:file-beans'))[0]).toMatchObject({
      before: { price: 700 },
      after: { price: 750 },
    });
  });

  test('with a bad line is taken by none of its lines, and each is told', async () => {
    const csv =
      'slug,title,price,basePrice,minimumViableUnits,images\nfine,Fine,5,6,1,\nbad,Bad,7,6,1,gone.png\n';
    for (const dryRun of [true, false])
      expect(await bring(csv, dryRun)).toEqual({
        imported: 0,
        errors: [
          {
            row: 3,
            slug: 'bad',
            field: 'basePrice',
            message: 'the standard price must not be below the group price',
          },
        ],
      });
    const missing = csv.replace('7,6', '6,7');
    expect((await bring(missing)).errors).toMatchObject([
      { row: 3, message: expect.stringMatching(/^gone\.png was not found: /) },
    ]);
    expect(await get('products?q=fine')).toEqual([]);
  });

  test("never names a file of the shop's machine, and one that is none is refused whole", async () => {
    const send = (fileName: string, text: string) => post('product-import', { fileName, text });
    expect((await send('/etc/passwd', 'x')).body.message).toBe('The file must end in .csv or .json.');
    expect((await send('broken.json', '{')).body.message).toMatch(/^The file is not valid JSON/);
    expect((await send('a.csv', 'slug,prize\nx,1\n')).body.message).toMatch(/^Unknown columns: prize/);
    expect((await send('large.csv', 'x'.repeat(5_000_001))).status).toBe(400);
  });

  test('is written with all products, and comes back unchanged', async () => {
    const { csv } = await get<{ csv: string }>('product-export');
    expect(csv).toContain('file-beans,Beans');
    expect(await bring(csv, true)).toMatchObject({ added: 0, updated: 0, errors: [] });
  });
});
