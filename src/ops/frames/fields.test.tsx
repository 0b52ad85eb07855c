import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  CATEGORY_LENGTH_MAX,
  OPERATOR_REASON_LENGTH_MAX,
  PRODUCT_DESCRIPTION_LENGTH_MAX,
  PRODUCT_TITLE_LENGTH_MAX,
  SLUG_LENGTH_MAX,
  UNIT_NAME_LENGTH_MAX,
} from '#contract/limits.ts';
import { AMOUNT_SPELLINGS } from '../../../tests/support/amount-spellings.ts';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { NewProductPage } from '../products/NewProductPage.tsx';
import { EMPTY_PRODUCT_DRAFT, toProductEditBody } from '../products/product-draft.ts';
import { CardRefundForm } from '../shoppers/PaymentPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);

/** Expects a text field with a strict pattern; a number field would accept `45.000` as 45. */
function expectStrict(input: HTMLInputElement, asks: 'naira' | 'count') {
  expect(input.type).toBe('text');
  // Compiles the pattern as a browser does.
  const pattern = new RegExp(`^(?:${input.pattern})$`, 'v');
  for (const [spelling, naira, count = naira] of AMOUNT_SPELLINGS) {
    const meant = asks === 'naira' ? naira : count;
    expect([spelling, pattern.test(spelling)]).toEqual([spelling, meant !== null]);
  }
  expect(input.title).toMatch(/^Type a whole number from 1 to [\d,]+, for example 45000 or 45,000\.$/);
}

test('an amount that is sent back is taken in one way or not at all', () => {
  installScriptedApi({});
  renderScreenWithoutApp(<CardRefundForm reference="gb-1" />, { at: '/ops' });
  expectStrict(field('Amount in naira'), 'naira');
  expect(field('Reason').maxLength).toBe(OPERATOR_REASON_LENGTH_MAX);
});

test('so are the figures of a product and of its units; no text is longer than it may be', () => {
  installScriptedApi({});
  renderScreenWithoutApp(<NewProductPage />, { at: '/ops/products/new' });
  fireEvent.click(screen.getByRole('button', { name: 'Add a Unit' }));
  expectStrict(field('Group price'), 'naira');
  expectStrict(screen.getAllByLabelText<HTMLInputElement>('Standard price')[0] as HTMLInputElement, 'naira');
  expectStrict(screen.getAllByLabelText<HTMLInputElement>('Standard price')[1] as HTMLInputElement, 'naira');
  expectStrict(field('Units a group needs'), 'count');
  expectStrict(field('How many base units'), 'count');
  expectStrict(field(/^Own group price/), 'naira');
  const lengths = ['Web name', 'Title', /^Category/, /^Description/, 'Name', 'Base unit'].map(
    (name) => field(name).maxLength,
  );
  expect(lengths).toEqual([
    ...[
      SLUG_LENGTH_MAX,
      PRODUCT_TITLE_LENGTH_MAX,
      CATEGORY_LENGTH_MAX,
      PRODUCT_DESCRIPTION_LENGTH_MAX,
      UNIT_NAME_LENGTH_MAX,
      UNIT_NAME_LENGTH_MAX,
    ],
  ]);
});

test('what the form sends is what was typed', () => {
  const unit = { key: '1', name: 'b', displayName: 'B', isActive: true };
  for (const [spelling, naira, count = naira] of AMOUNT_SPELLINGS) {
    const figures = { baseUnitQuantity: spelling, customPrice: spelling, basePrice: spelling };
    const typed = { price: spelling, basePrice: spelling, minimumViableUnits: spelling };
    const sent = toProductEditBody({ ...EMPTY_PRODUCT_DRAFT, ...typed, units: [{ ...unit, ...figures }] });
    const money = naira ?? Number.NaN;
    expect([sent.price, sent.basePrice, sent.minimumViableUnits]).toEqual([
      ...[money, money, count ?? Number.NaN],
    ]);
    expect(sent.sellingUnits?.[0]).toMatchObject({
      baseUnitQuantity: count ?? Number.NaN,
      customPrice: spelling.trim() === '' ? null : money,
      basePrice: money,
    });
  }
});
