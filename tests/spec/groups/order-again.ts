import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../../support/api-checkout.ts';
import type { SignedUpApiShopper } from '../../support/api-shopper.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import { type SimulatedPhone, tapControl } from '../../support/phone.tsx';

/** Tests 'Order again' on the account page. */
export function orderAgain(phone: SimulatedPhone): void {
  const buy = async (...products: Parameters<typeof addTestProduct>[1][]): Promise<SignedUpApiShopper> => {
    const shopper = await phone.member();
    await adjustTestWallet(phone.api, shopper.id, 50_000);
    for (const product of products) {
      const id = await addTestProduct(phone.api, product);
      const [unit] = product?.units ?? [];
      await payFromWalletThroughApi(phone.api, shopper, id, 2, unit && { sellingUnit: { name: unit.name } });
    }
    return shopper;
  };
  const orderCardOf = async (title: string) => {
    const card = (await screen.findByRole('link', { name: title })).closest('li') as HTMLElement;
    within(card).getByRole('button', { name: 'Order again' }).click();
  };
  /** Reads each line of the dialog and what became of it. */
  const readDialog = async (title: string): Promise<(string | null)[]> => {
    const dialog = await screen.findByRole('dialog', { name: title });
    const lines = within(dialog)
      .getAllByRole('listitem')
      .map(({ children }) => [...children].map((part) => part.textContent).join(': '));
    tapControl('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return lines;
  };
  const readCart = async ({ token }: SignedUpApiShopper) => {
    const { status, body } = await phone.api.call<Cart>({ method: 'GET', url: '/api/cart', token });
    return status === 404
      ? []
      : body.items.map(({ name, quantity, itemPrice }) => [name, quantity, itemPrice]);
  };
  const ADDED = 'Added to cart, hurry and checkout your product.';
  const setPrice = (slug: string, naira: number) =>
    phone.api.db.query('UPDATE products SET price_kobo = $2 WHERE slug = $1', [slug, naira * 100]);

  describe('Order again', () => {
    test('puts the same unit and quantity into the cart at today’s price, and tells it', async () => {
      const units = [
        { name: 'bag-50', displayName: '50 kg bag', quantity: 50, customNaira: 4_000, baseNaira: 6_000 },
      ];
      // The purchase fills the group, so that a new order joins the next group at today's price.
      const shopper = await buy({ title: 'Again Rice', slug: 'again-rice', minUnits: 50, units });
      await phone.api.db.query(
        `UPDATE selling_units SET custom_price_kobo = 450000
         WHERE product_id = (SELECT id FROM products WHERE slug = 'again-rice')`,
      );
      await phone.open('/account');
      await orderCardOf('Again Rice');
      expect(await readDialog(ADDED)).toEqual([
        '2 × Again Rice · 50 kg bag: ₦4,500 each today, you paid ₦4,000',
      ]);
      expect(await readCart(shopper)).toEqual([['Again Rice', 2, 4_500]]);
    });

    test('tells what is gone, and a size that is gone, and adds nothing of them', async () => {
      const units = [
        { name: 'keg', displayName: '5 L keg', quantity: 5, baseNaira: 2_000 },
        { name: 'can', displayName: '25 L can', quantity: 25, baseNaira: 9_000 },
      ];
      const shopper = await buy(
        { title: 'Gone Oil', slug: 'gone-oil' },
        { title: 'Small Oil', slug: 'small-oil', units },
      );
      await phone.api.db.query(`UPDATE products SET active = false WHERE slug = 'gone-oil'`);
      await phone.api.db.query(
        `UPDATE selling_units SET active = false
         WHERE name = 'keg' AND product_id = (SELECT id FROM products WHERE slug = 'small-oil')`,
      );
      await phone.open('/account');
      await orderCardOf('Gone Oil');
      const nothing = 'Nothing could be added to your cart';
      expect(await readDialog(nothing)).toEqual(['2 × Gone Oil: We no longer sell this.']);
      await orderCardOf('Small Oil');
      expect(await readDialog(nothing)).toEqual(['2 × Small Oil · 5 L keg: We no longer sell this size.']);
      expect(await readCart(shopper)).toEqual([]);
    });

    test('orders all lines of a receipt', async () => {
      const shopper = await buy({ title: 'Receipt Beans', slug: 'receipt-beans', minUnits: 2 });
      await phone.open('/account');
      await screen.findByRole('link', { name: 'Receipt Beans' });
      tapControl('Receipt');
      const receipt = within(await screen.findByRole('dialog', { name: 'Receipt' }));
      (await receipt.findByRole('button', { name: 'Order again' })).click();
      expect(await readDialog(ADDED)).toEqual(['2 × Receipt Beans: ₦1,000 each today']);
      expect(await readCart(shopper)).toEqual([['Receipt Beans', 2, 1_000]]);
    });

    test('offline waits on the phone, at the last price that it saw; what it never saw it says', async () => {
      const shopper = await buy(
        { title: 'Seen Yam', slug: 'seen-yam', minUnits: 2 },
        { title: 'Unseen Yam', slug: 'unseen-yam' },
      );
      await phone.open('/product/seen-yam');
      await screen.findByRole('heading', { name: 'Seen Yam' });
      await setPrice('seen-yam', 1_200);
      await phone.open('/account');
      await screen.findByRole('link', { name: 'Seen Yam' });
      act(() => onlineManager.setOnline(false));
      for (const call of ['POST /api/cart/add', 'GET /api/products/slug/seen-yam'])
        phone.line.fail(call, 'no line');
      await orderCardOf('Unseen Yam');
      expect(await readDialog('Nothing could be added to your cart')).toEqual([
        '2 × Unseen Yam: This product is not saved on your phone. Order it when you are back online.',
      ]);
      await orderCardOf('Seen Yam');
      expect(await readDialog("Will be added when you're back online")).toEqual([
        '2 × Seen Yam: ₦1,000 each when this phone last saw it',
      ]);
      expect(await readCart(shopper)).toEqual([]);
    });

    test.each([
      ['when it is in the cart', 'sent-yam', ADDED, '₦1,000 each when this phone last saw it', 1],
      ['why it was refused', 'lost-yam', 'Nothing could be added to your cart', 'Product not found', 0],
    ])('an order that waited for a connection tells %s', async (_, slug, title, told, count) => {
      const shopper = await buy({ title: 'Late Yam', slug, minUnits: 2 });
      await phone.open(`/product/${slug}`);
      await screen.findByRole('heading', { name: 'Late Yam' });
      await phone.open('/account');
      await screen.findByRole('link', { name: 'Late Yam' });
      act(() => onlineManager.setOnline(false));
      await orderCardOf('Late Yam');
      await screen.findByRole('dialog', { name: "Will be added when you're back online" });
      if (count === 0) await phone.api.db.query('UPDATE products SET active = false WHERE slug = $1', [slug]);
      act(() => onlineManager.setOnline(true));
      expect(await readDialog(title)).toEqual([`2 × Late Yam: ${told}`]);
      expect(await readCart(shopper)).toHaveLength(count);
    });
  });
}
