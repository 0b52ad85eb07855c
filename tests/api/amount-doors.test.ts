import { beforeAll, describe, expect, test } from 'vitest';
import {
  BASE_UNIT_QUANTITY_MAX,
  GROUP_MINIMUM_UNITS_MAX,
  OPERATOR_AMOUNT_INPUT_MAX_NAIRA,
  ORDER_LINE_NUMBER_MAX,
  PRICE_MAX_NAIRA,
} from '#contract/limits.ts';
import { formatIntegerInputError } from '#contract/rules/text/number-input.ts';
import { cartTexts, paymentTexts } from '#contract/texts.ts';
import { AMOUNT_SPELLINGS, NON_NUMERIC_VALUES } from '../support/amount-spellings.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { addTestOperator, type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';

/** Every way in which an amount or a count arrives refuses an ambiguous spelling with the same message. */

const api = openFixtureForFile(
  () => startTestApi({ env: { RATE_LIMIT_FACTOR: '100000' } }),
  addOpsCommandFixture,
);
const UNIT = { name: 'bag', displayName: 'Bag', priceType: 'manual', isActive: true } as const;
let shopper: SignedUpApiShopper;
let person: SignedInTestOperator;
let productId: string;

beforeAll(async () => {
  await addTestPickupCentre(api, 'LAG-IKJ');
  productId = await addTestProduct(api, { slug: 'garri' });
  shopper = await signUpShopper(api);
});

describe('at the command line', () => {
  const refund = ['--reason=r', '--dry-run'];
  test.each<[words: string[], option: string, max: number, asks: 'naira' | 'count', shows?: string]>([
    [
      ['wallet', 'goodwill', '--reason=r', '--dry-run'],
      'amount',
      OPERATOR_AMOUNT_INPUT_MAX_NAIRA,
      'naira',
      'amount',
    ],
    [
      ['item', 'refund', 'AJ-NOPE', '--line=1', ...refund],
      'amount',
      OPERATOR_AMOUNT_INPUT_MAX_NAIRA,
      'naira',
    ],
    [['item', 'refund', 'AJ-NOPE', ...refund], 'line', ORDER_LINE_NUMBER_MAX, 'count'],
    [['refund', 'card', 'gb-NOPE', ...refund], 'amount', OPERATOR_AMOUNT_INPUT_MAX_NAIRA, 'naira'],
    [['refund', 'card', 'gb-NOPE', ...refund], 'line', ORDER_LINE_NUMBER_MAX, 'count'],
    [['product', 'edit', 'garri', '--dry-run'], 'price', PRICE_MAX_NAIRA, 'naira'],
    [['product', 'edit', 'garri', '--dry-run'], 'base-price', PRICE_MAX_NAIRA, 'naira'],
    [
      ['product', 'edit', 'garri', '--dry-run'],
      'minimum-viable-units',
      GROUP_MINIMUM_UNITS_MAX,
      'count',
      'fields',
    ],
    [['product', 'add', 'new', '--dry-run'], 'price', PRICE_MAX_NAIRA, 'naira'],
    [['group', 'list'], 'limit', 200, 'count'],
    [['product', 'list'], 'limit', 100, 'count'],
    [['recon', 'list'], 'limit', 500, 'count'],
    [['audit'], 'limit', 1_000, 'count'],
    [['user', 'events'], 'limit', 1_000, 'count'],
  ])('%j --%s', async (words, option, max, asks, shows) => {
    const who = ['wallet', 'user'].includes(words[0] as string) ? [`--email=${shopper.email}`] : [];
    const words4 = `--${option}: ${formatIntegerInputError(max)}.`;
    for (const [spelling, naira, count = naira] of AMOUNT_SPELLINGS) {
      const meant = asks === 'naira' ? naira : count;
      const { data, message } = await runOpsCommandInTest(api, ...words, ...who, `--${option}=${spelling}`);
      const isRefused = message === words4;
      expect([spelling, isRefused]).toEqual([spelling, meant === null || meant > max]);
      if (!isRefused && shows) expect(JSON.stringify(data[shows])).toContain(String(meant));
    }
  });
});

describe('in a file', () => {
  const imported = async (name: string, text: string) => {
    const { data } = await runOpsCommandInTest<{
      errors: { field: string; message: string }[];
      changes?: { fields: Record<string, { after: unknown }> }[];
    }>(api, 'product', 'import', await api.file(name, text), '--dry-run');
    return data;
  };

  test.each<[field: string, max: number, asks: 'naira' | 'count', cells: (cell: string) => string]>([
    ['price', PRICE_MAX_NAIRA, 'naira', (cell) => `"${cell}",100000000,5,,`],
    ['basePrice', PRICE_MAX_NAIRA, 'naira', (cell) => `1,"${cell}",5,,`],
    ['minimumViableUnits', GROUP_MINIMUM_UNITS_MAX, 'count', (cell) => `1,2,"${cell}",,`],
    [
      'sellingUnits[0].baseUnitQuantity',
      BASE_UNIT_QUANTITY_MAX,
      'count',
      (cell) => `9,9,5,kg,"b;B;${cell};9;9"`,
    ],
    ['sellingUnits[0].basePrice', PRICE_MAX_NAIRA, 'naira', (cell) => `9,9,5,kg,"b;B;1;${cell};9"`],
    ['sellingUnits[0].customPrice', PRICE_MAX_NAIRA, 'naira', (cell) => `9,9,5,kg,"b;B;1;9;${cell}"`],
  ])('as the cell %s of a table', async (field, max, asks, cells) => {
    // A list separator splits the cell before it is read, and an empty cell means that there is no value.
    const spellings = AMOUNT_SPELLINGS.filter(
      ([spelling]) => !/[;|]/.test(spelling) && spelling.trim() !== '',
    );
    const rows = spellings.map(([spelling], index) => `row-${index},Rice,${cells(spelling)}`);
    const text = ['slug,title,price,basePrice,minimumViableUnits,baseUnitName,sellingUnits', ...rows].join(
      '\n',
    );
    const { errors } = (await imported('cells.csv', text)) as unknown as {
      errors: { row: number; field: string; message: string }[];
    };
    const refused = errors.filter((error) => error.field === field);
    expect(new Set(refused.map(({ message }) => message))).toEqual(new Set([formatIntegerInputError(max)]));
    const expected = spellings.flatMap(([spelling, naira, count = naira], index) => {
      const meant = asks === 'naira' ? naira : count;
      return meant === null || meant > max ? [[spelling, index + 2]] : [];
    });
    expect(refused.map(({ row }) => [spellings[row - 2]?.[0], row])).toEqual(expected);
  });

  test('in JSON, where a figure is a number and no text, truth or list is one', async () => {
    const values = [...NON_NUMERIC_VALUES, ...AMOUNT_SPELLINGS.map(([spelling]) => spelling)];
    const good = { title: 'Rice', price: 1, basePrice: 1, minimumViableUnits: 1 };
    for (const field of ['price', 'basePrice', 'minimumViableUnits']) {
      const rows = values.map((value, index) => ({ slug: `row-${index}`, ...good, [field]: value }));
      const { errors } = await imported('values.json', JSON.stringify(rows));
      const max = field === 'minimumViableUnits' ? GROUP_MINIMUM_UNITS_MAX : PRICE_MAX_NAIRA;
      expect(errors.filter((error) => error.field === field).map(({ message }) => message)).toEqual(
        values.map(() => formatIntegerInputError(max)),
      );
    }
  });
});

describe('in a call', () => {
  const values = [...NON_NUMERIC_VALUES, ...AMOUNT_SPELLINGS.map(([spelling]) => spelling), null];
  const unit = (field: string) => (value: unknown) => ({
    baseUnitName: 'kg',
    sellingUnits: [{ ...UNIT, baseUnitQuantity: 1, customPrice: 1, basePrice: 1, [field]: value }],
  });

  beforeAll(async () => {
    person = await signInTestOperator(api, 'olu', 'owner');
    // With two owners, a sum above the limit waits for the second owner; with one it would be moved at once.
    await addTestOperator(api, 'second', 'owner');
  });

  test.each<[url: string, field: string, max: number, body: (value: unknown) => object]>([
    [
      'goodwill',
      'amount',
      OPERATOR_AMOUNT_INPUT_MAX_NAIRA,
      (amount) => ({ email: shopper.email, reason: 'r', amount }),
    ],
    [
      'orders/AJ-NOPE/refund',
      'amount',
      OPERATOR_AMOUNT_INPUT_MAX_NAIRA,
      (amount) => ({ line: 1, reason: 'r', amount }),
    ],
    ['orders/AJ-NOPE/refund', 'line', ORDER_LINE_NUMBER_MAX, (line) => ({ line, reason: 'r' })],
    [
      'payments/gb-NOPE/refund',
      'amount',
      OPERATOR_AMOUNT_INPUT_MAX_NAIRA,
      (amount) => ({ reason: 'r', amount }),
    ],
    ['payments/gb-NOPE/refund', 'line', ORDER_LINE_NUMBER_MAX, (line) => ({ line, reason: 'r' })],
    ['products/garri/edit', 'price', PRICE_MAX_NAIRA, (price) => ({ price })],
    ['products/garri/edit', 'basePrice', PRICE_MAX_NAIRA, (basePrice) => ({ basePrice })],
    [
      'products/garri/edit',
      'minimumViableUnits',
      GROUP_MINIMUM_UNITS_MAX,
      (n) => ({ minimumViableUnits: n }),
    ],
    ['product-add', 'price', PRICE_MAX_NAIRA, (price) => ({ slug: 'new', price })],
    [
      'products/garri/edit',
      'sellingUnits.0.baseUnitQuantity',
      BASE_UNIT_QUANTITY_MAX,
      unit('baseUnitQuantity'),
    ],
    ['products/garri/edit', 'sellingUnits.0.basePrice', PRICE_MAX_NAIRA, unit('basePrice')],
    ['products/garri/edit', 'sellingUnits.0.customPrice', PRICE_MAX_NAIRA, unit('customPrice')],
    [
      'pickup/orders/AJ-NOPE/collect',
      'lines.0',
      ORDER_LINE_NUMBER_MAX,
      (n) => ({ code: '123456', lines: [n] }),
    ],
  ])('of the console: %s %s', async (url, field, max, body) => {
    const message = `${field}: ${formatIntegerInputError(max)}.`;
    for (const value of values) {
      // A selling unit without its own price is allowed: its price follows from the product's.
      if (value === null && field.endsWith('customPrice')) continue;
      const answer = await person.call('POST', `/api/ops/${url}`, body(value));
      expect([value, answer.status, answer.body]).toMatchObject([
        value,
        400,
        { code: 'validation_failed', message, errors: [{ field, message }] },
      ]);
    }
  });

  test.each<[method: 'POST' | 'PATCH', url: string, message: string, body: (value: unknown) => object]>([
    ['POST', '/api/cart/add', cartTexts.quantityTooSmall, (quantity) => ({ productId, quantity })],
    [
      'PATCH',
      '/api/cart/update-quantity',
      cartTexts.quantityTooSmall,
      (quantity) => ({ productId, quantity }),
    ],
    [
      'POST',
      '/api/payment/initialize',
      paymentTexts.walletNotWhole,
      (walletUse) => ({
        ...{ walletUse, deliveryAddress: { state: 'Lagos', city: 'Ikeja', street: '1 Allen' } },
        ...{ phone: shopper.phone, cartId: null, paymentMethod: 'flutterwave_only' },
      }),
    ],
  ])('of a shopper: %s %s', async (method, url, message, body) => {
    for (const value of values) {
      if (value === 0 || (typeof value === 'number' && value > 1e9)) continue;
      const answer = await api.call({ method, url, body: body(value), token: shopper.token });
      expect([value, answer.status, answer.body.message]).toEqual([value, 400, message]);
    }
  });

  const DIGITS = ['1', '5', '99', '100'];
  const NONE = [
    ...['0', '00', '05', '1e1', '0x10', '[5]', ' 5', '5 ', '+5', '-5', '5.0', '5.00', '5.5', '5.', '.5'],
    ...[
      '1,0',
      '5_0',
      '٥',
      '５',
      '₦5',
      'true',
      'null',
      'NaN',
      'Infinity',
      '',
      ' ',
      '1;2',
      '5n',
      '5%',
      '1e400',
    ],
    ...['5\u200b', '\u00a05', '[]', '{}', 'five', '1000000000000000000'],
  ];
  test.each([
    ['/api/products?page=', 200],
    ['/api/products?limit=', 200],
    ['/api/ops/products?limit=', 200],
    ['/api/ops/groups?limit=', 200],
    ['/api/ops/recon?limit=', 200],
    // There are no reconciliation items, so none has the number.
    ['/api/ops/recon?after=', 409],
  ])('in the address %s, which programs write, digits alone are a number', async (url, expected) => {
    for (const text of DIGITS) {
      expect([text, (await person.call('GET', `${url}${text}`)).status]).toEqual([text, expected]);
    }
    for (const text of NONE) {
      const { status, body } = await person.call('GET', `${url}${encodeURIComponent(text)}`);
      expect([text, status, body.code]).toEqual([text, 400, 'validation_failed']);
    }
    const twice = await person.call('GET', `${url}5&${url.split('?')[1]}6`);
    expect(twice.status).toBe(400);
  });
});
