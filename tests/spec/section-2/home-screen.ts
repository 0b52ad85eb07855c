import { describe, expect, test } from 'vitest';
import type { SpecShop } from '../../support/spec-shop.ts';
import { says } from '../specification.ts';

/** The home page as a whole. The card's words are checked on the phone. */
export function homeScreen(spec: SpecShop): void {
  describe('Home', () => {
    test(
      says(
        "Title 'Buy Together, Save Together', hero, referral banner (button 'Start Earning Now' goes to /referral), trust block with a group-chat join button, then the product grid.",
      ),
      async () => {
        const { page } = await spec.member('/');
        await page.locator('main a[data-slug]').first().waitFor();
        expect(await page.title()).toMatch(/^Buy Together, Save Together/);
        const main = page.getByRole('main');
        const inOrder = [
          main.getByRole('heading', { level: 1, name: 'Buy Together, Save Together' }),
          main.getByRole('img', { name: /bought in bulk/ }),
          main.getByRole('heading', { name: '500 naira bonus for every 3 successful referrals' }),
          main.getByRole('link', { name: 'Start Earning Now' }),
          main.getByLabel('Why shoppers trust us'),
          main.getByRole('link', { name: 'Join group chat' }),
          main.locator('a[data-slug]').first(),
        ];
        const tops = [];
        for (const part of inOrder) tops.push((await part.boundingBox())?.y ?? Number.NaN);
        expect(tops).toEqual([...tops].sort((one, other) => one - other));
        expect(await main.getByRole('link', { name: 'Join group chat' }).getAttribute('href')).toBe(
          'https://chat.whatsapp.com/invite',
        );
        await main.getByRole('link', { name: 'Start Earning Now' }).click();
        await page.waitForURL(`${spec.shop.url}/referral`);
      },
    );

    test(says('The grid has 4 columns, 3 below 1130px and 2 below 950px.'), async () => {
      const { page } = await spec.visitor('/', { viewport: { width: 1280, height: 800 } });
      await page.locator('main a[data-slug]').first().waitFor();
      const columns = async (width: number) => {
        await page.setViewportSize({ width, height: 800 });
        return await page
          .locator('main a[data-slug]')
          .evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().left)).size);
      };
      const found = [];
      for (const width of [1600, 1130, 1129, 950, 949, 320]) found.push(await columns(width));
      expect(found).toEqual([4, 4, 3, 3, 2, 2]);
    });
  });
}
