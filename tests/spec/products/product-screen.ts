import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { waitForOverlayClosed } from '../../support/keys.ts';
import {
  addShownProductToCart,
  locateVisibleButton,
  locateVisibleLink,
  waitForHydration,
} from '../../support/shopper-actions.ts';
import type { SpecFileShop } from '../../support/spec-shop.ts';
import { says } from '../specification.ts';

const SLUG = 'local-parboiled-rice-50kg';
const PATH = `/product/${SLUG}`;
const TITLE = 'Local Parboiled Rice (50 kg)';
const ADDED = 'Added to cart, hurry and checkout your product.';

/** Tests the product page: its parts, its two layouts, and the way into the cart. */
export function productScreen(spec: SpecFileShop): void {
  const place = async (part: Locator) => {
    const found = await part.first().boundingBox();
    if (!found) throw new Error('a part of the page is not drawn');
    return found;
  };
  const heading = (page: Page) => page.getByRole('heading', { level: 1, name: TITLE });
  // The shop caches a rendered page for a second, and the test before may have asked for this page.
  const sentWith = (words: string) =>
    expect
      .poll(async () => (await fetch(`${spec.shop.url}${PATH}`)).text(), { timeout: 20_000 })
      .toContain(words);

  describe('Product page', () => {
    test(
      says('Image gallery: thumbnails, a main image with previous and next arrows, and a share button.'),
      async () => {
        const { page } = await spec.visitor(PATH);
        const gallery = page.getByLabel('Pictures', { exact: true });
        const count = await page.getByRole('button', { name: /^Image \d+ of \d+$/ }).count();
        expect(count).toBeGreaterThan(1);
        const shown = () => gallery.getByRole('img').first().getAttribute('alt');
        await waitForHydration(page);
        expect(await shown()).toBe(`${TITLE}, image 1 of ${count}`);
        await gallery.getByRole('button', { name: 'Next image' }).click();
        await expect.poll(shown).toBe(`${TITLE}, image 2 of ${count}`);
        await gallery.getByRole('button', { name: 'Previous image' }).click();
        await gallery.getByRole('button', { name: 'Previous image' }).click();
        await expect.poll(shown).toBe(`${TITLE}, image ${count} of ${count}`);
        await page.getByRole('button', { name: `Image 1 of ${count}` }).click();
        await expect.poll(shown).toBe(`${TITLE}, image 1 of ${count}`);
        await gallery.getByRole('button', { name: 'Share' }).waitFor();
      },
    );

    test(says('Title, rating and review count, and a description tab.'), async () => {
      await spec.database.query('UPDATE products SET rating = 4.6, review_count = 31 WHERE slug = $1', [
        SLUG,
      ]);
      await sentWith('31 reviews');
      const { page } = await spec.visitor(PATH, { viewport: { width: 1280, height: 800 } });
      await heading(page).waitFor();
      const words = (await page.getByRole('main').innerText()).replace(/\s+/g, ' ');
      expect(words).toContain('4.6 (31 reviews)');
      const tab = page.getByRole('tab', { name: 'Description' });
      expect(await tab.getAttribute('aria-selected')).toBe('true');
      expect((await page.getByRole('tabpanel').innerText()).length).toBeGreaterThan(40);
    });

    test(says('These are hidden on narrow screens in favour of a stacked layout.'), async () => {
      const { page } = await spec.visitor(PATH, { viewport: { width: 1280, height: 800 } });
      await heading(page).waitFor();
      const gallery = page.getByLabel('Pictures', { exact: true });
      expect((await place(heading(page))).x).toBeGreaterThan((await place(gallery)).x + 400);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await page.getByRole('tab').count()).toBe(0);
      const stacked = [
        gallery,
        heading(page),
        page.getByLabel('Group progress').first(),
        page.getByRole('heading', { name: 'Description' }),
      ];
      const boxes = [];
      for (const part of stacked) boxes.push(await place(part));
      for (const [index, { y }] of boxes.entries()) {
        const above = boxes[index - 1];
        if (above) expect(y).toBeGreaterThanOrEqual(above.y + above.height);
      }
    });

    test(
      says('Purchase panel: price, selling-unit choice, group progress, quantity and add-to-cart.'),
      async () => {
        const { page } = await spec.member(PATH, { viewport: { width: 1280, height: 900 } });
        await page.getByLabel('Selling unit').waitFor();
        const panel = page.getByRole('main');
        await panel
          .getByText(/^₦[\d,]+$/)
          .first()
          .waitFor();
        expect(await panel.getByLabel('Group progress').first().isVisible()).toBe(true);
        expect(await panel.getByRole('button', { name: 'Increase quantity' }).first().isVisible()).toBe(true);
        expect(await locateVisibleButton(page, 'Add to cart').isVisible()).toBe(true);
      },
    );

    test(says('Then a community buy policy block and a further block.'), async () => {
      const { page } = await spec.visitor(PATH);
      const policy = page.getByRole('heading', { name: 'Community buy policy' });
      const button = locateVisibleLink(page, 'Login to join Group Buy!');
      await button.waitFor();
      const quantity = page.getByText('Quantity', { exact: true });
      const further = page.getByRole('heading', { name: 'Description' });
      expect((await place(policy)).y).toBeGreaterThan((await place(quantity)).y);
      expect((await place(further)).y).toBeGreaterThan((await place(policy)).y);
      expect(await page.locator('section', { has: policy }).last().getByRole('listitem').count()).toBe(5);
    });

    test(
      says(
        'Page metadata: the title, the first 160 characters of the description, the first image, the slug and the price in NGN.',
      ),
      async () => {
        const words = 'A bag of rice. '.repeat(20);
        const [product] = await spec.database.query<{ images: string[] }>(
          'UPDATE products SET description = $2 WHERE slug = $1 RETURNING images',
          [SLUG, words],
        );
        const [first, second] = product?.images ?? [];
        expect(first).toMatch(/^[0-9a-f]+$/);
        expect(second).not.toBe(first);
        await sentWith(words.slice(0, 160));
        const { page } = await spec.visitor(PATH);
        const meta = (name: string) =>
          page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content');
        expect(await page.title()).toMatch(/^Local Parboiled Rice \(50 kg\)/);
        expect(await meta('og:title')).toBe(TITLE);
        expect(await meta('description')).toBe(words.slice(0, 160));
        expect(await meta('og:description')).toHaveLength(160);
        expect(await meta('og:image')).toBe(`${spec.shop.url}/pictures/${first}-share.jpg`);
        expect(await meta('og:url')).toBe(`${spec.shop.url}${PATH}`);
        expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(
          `${spec.shop.url}${PATH}`,
        );
        expect(await meta('product:price:currency')).toBe('NGN');
        expect(await meta('product:price:amount')).toBe('51500');
      },
    );

    test(says('A default tagline and image are used when absent.'), async () => {
      await spec.database.query(
        `INSERT INTO products (slug, title, description, price_kobo, base_price_kobo, min_units, solo_enabled)
         VALUES ('bare-product', 'Bare Product', '', 100000, 150000, 10, true)`,
      );
      const { page } = await spec.visitor('/product/bare-product');
      await page.getByRole('heading', { level: 1, name: 'Bare Product' }).waitFor();
      const meta = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
      expect(await meta('og:description')).toBe('Wholesale directly to you');
      const image = await meta('og:image');
      expect(image).toBe(`${spec.shop.url}/icons/og-default.jpg`);
      expect((await page.context().request.get(image ?? '')).headers()['content-type']).toBe('image/jpeg');
    });

    test(
      [
        says(
          "The 'Added to cart' modal has the text 'Added to cart, hurry and checkout your product.' and a 'Go to Cart' button to /cart.",
        ),
        says('It closes on its close button or an outside click.'),
      ].join(' '),
      async () => {
        const { page } = await spec.member(PATH);
        const modal = page.getByRole('dialog', { name: ADDED });
        await addShownProductToCart(page, /Half bag/);
        await modal.getByRole('button', { name: 'Close' }).click();
        await waitForOverlayClosed(page, modal);
        await addShownProductToCart(page);
        await modal.getByRole('heading').click();
        expect(await modal.isVisible()).toBe(true);
        await page.mouse.click(10, 90);
        await waitForOverlayClosed(page, modal);
        await addShownProductToCart(page);
        await modal.getByRole('link', { name: 'Go to Cart' }).click();
        await page.waitForURL(`${spec.shop.url}/cart`);
        await page.getByRole('link', { name: TITLE }).first().waitFor();
      },
    );
  });
}
