import { describe, expect, test } from 'vitest';
import type { SpecFileShop } from '../../support/spec-shop.ts';
import { says } from '../specification.ts';

/** Tests the home page as a whole in a browser. The texts of a card are tested on the simulated phone. */
export function homeScreen(spec: SpecFileShop): void {
  describe('What the product does', () => {
    test(
      [
        says(
          'Marketing claims: 40% average savings, more than 1,000 happy customers, 24/7 support, press coverage (a link to an external article).',
        ),
        says('A button opens an external chat-group invite.'),
        says(
          'Referral banner: 500 naira bonus for every 3 successful referrals, with unlimited earning and easy tracking.',
        ),
      ].join(' '),
      async () => {
        const { page } = await spec.visitor('/');
        const trust = page.getByLabel('Why shoppers trust us');
        const leaves = async (name: string) => {
          const link = trust.getByRole('link', { name });
          return [await link.getAttribute('href'), await link.getAttribute('target')];
        };
        for (const claim of ['40% average savings', 'more than 1,000 happy customers', '24/7 support']) {
          expect(await trust.getByText(claim, { exact: true }).count()).toBe(1);
        }
        for (const figure of ['40%', '1,000+', '24/7']) {
          expect(await trust.getByText(figure, { exact: true }).isVisible()).toBe(true);
        }
        expect(await leaves('Press coverage')).toEqual(['https://news.example/story', '_blank']);
        expect(await leaves('Join group chat')).toEqual(['https://chat.whatsapp.com/invite', '_blank']);
        const banner = page.getByRole('region', { name: '500 naira bonus for every 3 successful referrals' });
        expect(await banner.isVisible()).toBe(true);
        const points = await banner.getByRole('listitem').allInnerTexts();
        expect(points.map((point) => point.trim())).toEqual(['Unlimited earning', 'Easy tracking']);
      },
    );
  });

  describe('Home', () => {
    test(
      says(
        "Title 'Buy Together, Save Together', hero, referral banner (button 'Start Earning Now' goes to /referral), trust block with a group-chat join button, then the product grid.",
      ),
      async () => {
        const { page } = await spec.member('/');
        await page.locator('main a[href^="/product/"]').first().waitFor();
        expect(await page.title()).toMatch(/^Buy Together, Save Together/);
        const main = page.getByRole('main');
        const inOrder = [
          main.getByRole('region', { name: 'Buy Together, Save Together' }),
          main.getByRole('heading', { level: 1, name: 'Buy Together, Save Together' }),
          main.getByRole('heading', { name: '500 naira bonus for every 3 successful referrals' }),
          main.getByRole('link', { name: 'Start Earning Now' }),
          main.getByLabel('Why shoppers trust us'),
          main.getByRole('link', { name: 'Join group chat' }),
          main.locator('a[href^="/product/"]').first(),
        ];
        const tops = [];
        for (const part of inOrder) tops.push((await part.boundingBox())?.y ?? Number.NaN);
        expect(tops).toEqual([...tops].sort((one, other) => one - other));
        // The hero shows its picture only on a wide screen.
        const picture = main.getByRole('img', { name: /bought in bulk/ });
        expect(await picture.isVisible()).toBe(false);
        await page.setViewportSize({ width: 1280, height: 800 });
        await picture.waitFor();
        await main.getByRole('link', { name: 'Start Earning Now' }).click();
        await page.waitForURL(`${spec.shop.url}/referral`);
      },
    );

    test(says('The grid has 4 columns, 3 below 1130px and 2 below 950px.'), async () => {
      const { page } = await spec.visitor('/', { viewport: { width: 1280, height: 800 } });
      await page.locator('main a[href^="/product/"]').first().waitFor();
      const columns = async (width: number) => {
        await page.setViewportSize({ width, height: 800 });
        return await page
          .locator('main a[href^="/product/"]')
          .evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().left)).size);
      };
      const found = [];
      for (const width of [1600, 1130, 1129, 950, 949, 320]) found.push(await columns(width));
      expect(found).toEqual([4, 4, 3, 3, 2, 2]);
    });
  });
}
