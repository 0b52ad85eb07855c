// @vitest-environment node
import { expect, test } from 'vitest';
import type { PageDataSource } from '#contract/page.ts';
import type { ShopConfig } from '#contract/schemas/config.ts';
import type { GroupProgress } from '#contract/schemas/group.ts';
import type { Product } from '#contract/schemas/product.ts';
import type { ProductReviewsReply } from '#contract/schemas/review.ts';
import { renderPage } from './entry-server.tsx';

const config: ShopConfig = {
  brandName: 'Kasuwa',
  slogan: 'Buy Together, Save Together',
  tagline: 'Wholesale directly to you',
  publicUrl: 'https://kasuwa.example',
  contact: {
    address: '1 Market Street, Ikeja, Lagos',
    email: 'info@kasuwa.example',
    phone: '+2348000000000',
    hours: 'Monday-Friday 9am-6pm WAT',
    reply: 'We reply within 24 hours.',
  },
  groupChatUrl: '',
  pressUrl: '',
  claims: {
    averageSavings: '40% average savings',
    happyCustomers: 'more than 1,000 happy customers',
    support: '24/7 support',
  },
  groupWindowHours: 48,
  sandbox: true,
  pushKey: null,
};

const GROUP = '6f0c1c1e-0000-4000-8000-000000000002';

const rice: Product = {
  _id: '5f0c1c1e-0000-4000-8000-000000000001',
  title: 'Local Rice </script><b>',
  description: `Stone-free rice.\n${'x'.repeat(142)}🍚${'x'.repeat(300)}`,
  slug: 'local-rice',
  category: 'Grains',
  images: ['/pictures/abc-640.webp'],
  pictures: [{ hash: 'abc', width: 1200, height: 1200, tone: 5 }],
  shareImage: '/pictures/abc-share.jpg',
  price: 51_500,
  basePrice: 64_000,
  minPrice: 0,
  maxPrice: 0,
  minBasePrice: 0,
  maxBasePrice: 0,
  rating: 4.6,
  reviewCount: 38,
  specifications: { Origin: 'Kebbi State' },
  shareLink: 'https://kasuwa.example/product/local-rice',
  sellingUnitsData: { enabled: false, baseUnitName: '', options: [] },
  minimumViableUnits: 500,
  soloEnabled: true,
  group: {
    groupId: GROUP,
    status: 'active',
    progressPercentage: 76,
    spotsRemaining: 120,
    minimumViableUnits: 500,
    deadline: '2026-01-11T14:00:00.000Z',
  },
};

const progress: GroupProgress = {
  progressPercentage: 76,
  timeRemaining: 100_000_000,
  spotsRemaining: 120,
  groupId: GROUP,
  status: 'active',
  unitsSold: 380,
  minimumViableUnits: 500,
  participantCount: 12,
  lastJoinedAt: '2026-01-10T09:55:00.000Z',
  memberInitials: ['AO'],
  deadline: '2026-01-11T14:00:00.000Z',
  serverTime: '2026-01-10T10:00:00.000Z',
};

const reviews: ProductReviewsReply = {
  success: true,
  data: [
    {
      ...{ id: 7, stars: 4, text: 'No stones </script>', writer: 'Ada O.' },
      ...{ writtenAt: '2026-01-09T23:30:00.000Z', changedAt: null },
      answer: { text: 'Thank you.', answeredAt: '2026-01-10T08:00:00.000Z' },
    },
  ],
  hasMore: true,
};

const yaba = {
  ...{ _id: 'c1', code: 'LAG-YABA', name: 'Yaba Centre', state: 'Lagos', city: 'Yaba', isDefault: true },
  ...{ address: 'Herbert Macaulay Way', hours: 'Monday-Saturday 9am-6pm' },
};

const reads: PageDataSource = {
  config: async () => config,
  products: async ({ search, category }) => ({
    success: true,
    data: search === 'tractor' || category === 'Oils' ? [] : [rice],
    categories: ['Grains', 'Oils'],
    pagination: { page: 1, limit: 24, total: 1, pages: 1, hasMore: false },
    serverTime: progress.serverTime,
  }),
  productBySlug: async (slug) => (slug === rice.slug ? rice : null),
  groupProgress: async () => progress,
  groupInvitation: async ({ groupId, referralCode }) => {
    const sharedBy = referralCode === 'ADAOBI12' ? 'Ada <b>' : null;
    const previewImage = `/pictures/group/${groupId}-0123456789ab.jpg`;
    return groupId === GROUP
      ? { groupId, productId: rice._id, status: 'active', sharedBy, previewImage }
      : null;
  },
  pickupCentres: async () => [yaba],
  productReviews: async () => reviews,
};

const render = async (url: string) => {
  const page = await renderPage(url, reads);
  if (!page) throw new Error(`${url} is not rendered`);
  return page;
};

test.each(['/', '/product/local-rice', '/about'])(
  '%s has no boundary behind which a part of it would be taken over later',
  async (path) => {
    expect((await renderPage(path, reads))?.body).not.toContain('<!--$');
  },
);

test('the page of a product says without JavaScript how a group works and where goods are collected', async () => {
  const { body } = await render('/product/local-rice');
  expect(body).toContain(
    '<strong>Yaba Centre</strong><span>, Herbert Macaulay Way, Yaba · Monday-Saturday 9am-6pm </span>',
  );
  expect(body).toMatch(/<details[^>]*><summary>How a group works<\/summary><ol><li>You join/);
});

test('more of the category leaves with the product, as cards', async () => {
  const beans = { ...rice, slug: 'beans', title: 'Honey Beans', description: 'Never in a card.' };
  const many = Array.from({ length: 7 }, (_, index) => ({ ...beans, slug: `beans-${index}` }));
  const list = await reads.products({ search: '', category: '' });
  const more = { ...reads, products: async () => ({ ...list, data: [rice, ...many] }) };
  const { body, data } = (await renderPage('/product/local-rice', more)) ?? { body: '', data: '' };
  expect(body).toContain('More from Grains');
  expect(body.match(/href="\/product\/beans-\d"/g)).toHaveLength(4);
  expect(data).not.toContain('Never in a card.');
});

test('the first reviews leave with the product, and how its rating came about', async () => {
  const { body } = await render('/product/local-rice');
  expect(body).toContain('<span>4 of 5</span>');
  expect(body).toContain('No stones &lt;/script&gt;');
  expect(body).toContain('10 Jan 2026');
  expect(body).toContain('Thank you.');
  expect(body).toContain('Show more reviews');
  expect(body).not.toContain('imported rating');
  const imported = { ...reads, productBySlug: async () => ({ ...rice, isRatingImported: true as const }) };
  expect((await renderPage('/product/local-rice', imported))?.body).toContain('imported rating');
});

test('a product leaves with its title, price, group and picture, and what a chat shows of it', async () => {
  const { status, head, body, chunk } = await render('/product/local-rice');
  expect(status).toBe(200);
  expect(chunk).toBe('product');
  expect(body).toContain('₦51,500');
  expect(body).toContain('76% joined');
  expect(body).toContain('<strong>12 buyers are in.</strong> <span>Last joined 5m ago.</span>');
  expect(body).toContain('<span class="sr">Rating </span><span>4.6</span></strong>');
  expect(body).toContain('/pictures/abc-640.webp');
  expect(head).toContain('<title>Local Rice &lt;/script&gt;&lt;b&gt; · Kasuwa</title>');
  expect(head).toContain(
    '<meta property="og:image" content="https://kasuwa.example/pictures/abc-share.jpg"/>',
  );
  expect(head).toContain('<meta property="product:price:amount" content="51500"/>');
  expect(head).toContain('<meta property="product:price:currency" content="NGN"/>');
  const description = /name="description" content="([^"]*)"/.exec(head)?.[1];
  // The description is one line, without the half of an emoji that the 160th character cuts.
  expect(description).toBe(`Stone-free rice. ${'x'.repeat(142)}`);
});

test('the countdown is printed for the server’s time', async () => {
  const { body } = await render('/product/local-rice');
  expect(body).toContain('1 day, 4 hours left');
});

test('nobody is signed in or out yet: both buttons are in the page', async () => {
  const { body } = await render('/product/local-rice');
  expect(body).toContain('Login to join Group Buy!');
  expect(body).toContain('Add to cart');
});

test('the data goes along and cannot end its script', async () => {
  const { data } = await render('/product/local-rice');
  expect(data).not.toContain('<');
  const entries: [unknown[], unknown][] = JSON.parse(data);
  expect(entries.map(([key]) => key)).toEqual(
    expect.arrayContaining([
      ['public', 'config'],
      ['public', 'product', 'local-rice'],
      ['public', 'group', 'progress', rice._id],
    ]),
  );
});

test('home carries the claims and the products in the order that was drawn', async () => {
  const { head, body, data, chunk } = await render('/?source=pwa');
  expect(chunk).toBe('app');
  expect(data).toContain('"pageParams":[1]');
  expect(head).toContain('<title>Buy Together, Save Together · Kasuwa</title>');
  expect(body).toContain('more than 1,000 happy customers');
  expect(body).toMatch(/<a href="#deals"[^>]*><span>See group deals<\/span><svg/);
  expect(body).toContain(
    'alt="Rice, palm oil, tomatoes, eggs and yams bought in bulk" width="1280" height="720"',
  );
  expect(body).toContain('href="/product/local-rice"');
});

test('every page begins with a way past the header, and has a header and a footer', async () => {
  const { body } = await render('/about');
  expect(body).toMatch(/^(?:<!--.*?-->)*<a class="skip" href="#content">Skip to content<\/a><header/);
  expect(body).toContain('<main id="content" tabindex="-1">');
  expect(body).toContain('<nav aria-label="Footer">');
});

test('no style attribute, no script and no event handler leave the server', async () => {
  for (const url of ['/', '/product/local-rice', '/about', '/contact']) {
    expect((await render(url)).body).not.toMatch(/\sstyle=|<script|\son[a-z]+=/);
  }
});

test('a product that does not exist is 404 and says so', async () => {
  const { status, body } = await render('/product/none');
  expect(status).toBe(404);
  expect(body).toContain('Product not found');
});

test('the old address of a product leads to the new one', async () => {
  expect(await render('/listing/local-rice')).toMatchObject({ status: 301, location: '/product/local-rice' });
});

test.each(['/cart', '/signin', '/account', '/nowhere', '/product/a/b'])(
  '%s is the phone’s to draw',
  async (url) => {
    expect(await renderPage(url, reads)).toBeNull();
  },
);

test('one review is one, and a saving of one percent is worth a badge', async () => {
  const product = { ...rice, price: 99, basePrice: 100, reviewCount: 1 };
  const page = await renderPage('/product/local-rice', { ...reads, productBySlug: async () => product });
  expect(page?.body).toContain('(1 review)');
  expect(page?.body).toContain('SAVE 1%');
});

test('a shared search or category leaves with what it finds, its text, its chip and its own address', async () => {
  const { head, body, data } = await render('/?q=rice%20%3Cb%3E&category=Grains&utm_source=chat');
  expect(body).toContain('₦51,500');
  expect(body).toMatch(/<input[^>]*type="search"[^>]*value="rice &lt;b&gt;"/);
  expect(body).toMatch(/<a[^>]*aria-current="true"[^>]*>Grains<\/a>/);
  expect(body).toContain('href="/?q=rice%20%3Cb%3E&amp;category=Oils#deals"');
  expect(head).toContain('content="https://kasuwa.example/?q=rice%20%3Cb%3E&amp;category=Grains"');
  expect(JSON.parse(data)[0][0]).toEqual(['public', 'products', { search: 'rice <b>', category: 'Grains' }]);
  expect((await render('/?category=Oils')).body).toContain('No products found');
  expect((await render('/?q=tractor')).body).not.toContain('₦51,500');
});

test('a shared link leaves with whose group it is and what it needs, and without a script', async () => {
  const { head, body, data } = await render(`/product/local-rice?ref=ADAOBI12&group=${GROUP}`);
  expect(body).toMatch(/<span translate="no">Ada &lt;b&gt;&#x27;s<\/span> group/);
  expect(body).toContain('needs 120 items more.');
  expect(head).toContain('<link rel="canonical" href="https://kasuwa.example/product/local-rice"/>');
  // Some chats use this address as the page's own, so it keeps the invitation.
  expect(head).toContain(
    `property="og:url" content="https://kasuwa.example/product/local-rice?ref=ADAOBI12&amp;group=${GROUP}"`,
  );
  expect(head).toContain(
    `property="og:image" content="https://kasuwa.example/pictures/group/${GROUP}-0123456789ab.jpg"`,
  );
  expect(JSON.parse(data).map(([key]: unknown[]) => key)).toContainEqual([
    'public',
    'group',
    'invitation',
    GROUP,
  ]);
  const unknown = await render('/product/local-rice?group=7f0c1c1e-0000-4000-8000-000000000003');
  expect(unknown.body).not.toContain('aria-label="Invitation"');
  expect(unknown.head).toContain('content="https://kasuwa.example/pictures/abc-share.jpg"');
});
