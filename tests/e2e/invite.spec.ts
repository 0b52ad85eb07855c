import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { GroupProgressReply, MyGroupsReply } from '#contract/schemas/group.ts';
import { findAccessibilityFaults } from '../support/axe.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { recordWebSocketFrames } from '../support/live-frames.ts';
import { findProductId } from '../support/shop-facts.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { callShopApi, TestShopper } from '../support/shopper.ts';
import {
  openPagePath,
  openPageSignedIn,
  signInOnPage,
  waitForHydration,
} from '../support/shopper-actions.ts';

const SLUG = 'semovita-10kg';

const browser = registerBrowserForFile();
const here = registerShopForFile();

it('a buyer invites, a visitor reads whose group it is and who is in, and sees the next one join', async () => {
  const productId = await findProductId(here.shop, SLUG);
  const buy = async (name: string): Promise<TestShopper> => {
    const shopper = await TestShopper.signUp(here.shop.url, name);
    await adjustTestWallet(here.shop, shopper.id, 200_000);
    const { totalPrice } = await shopper.add(productId);
    await shopper.pay({ method: 'wallet_only', walletNaira: totalPrice });
    return shopper;
  };
  const ada = await buy('Ada Obi');
  const account = await browser.visit({ baseURL: here.shop.url });
  await openPageSignedIn(account.page, ada);
  await openPagePath(account.page, '/account');
  const invite = account.page.getByRole('group', { name: /^Invite to the group for/ });
  const whatsApp = await invite.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
  const link = /https?:\S+$/.exec(new URL(whatsApp ?? '').searchParams.get('text') ?? '')?.[0] ?? '';
  const groupId = (await ada.must<MyGroupsReply>('GET', '/api/group/my-groups')).data[0]?._id;
  expect(link).toMatch(new RegExp(`^${here.shop.url}/product/${SLUG}\\?ref=[0-9A-Z]{8}&group=${groupId}$`));

  // Without permission for the clipboard, a dialog shows the link. Its title leaves the close button free.
  account.watch.allow(/copying failed/);
  await invite.getByRole('button', { name: 'Copy link' }).click();
  const dialog = account.page.getByRole('dialog', { name: 'We could not share or copy it' });
  const titleRight = await dialog.getByRole('heading').evaluate((heading) => {
    const text = document.createRange();
    text.selectNodeContents(heading);
    return text.getBoundingClientRect().right;
  });
  const close = dialog.getByRole('button', { name: 'Close' });
  expect(titleRight).toBeLessThanOrEqual((await close.boundingBox())?.x ?? 0);
  await close.click();

  // Reads the link without scripts, as a chat program does.
  const asWhatsApp = { headers: { 'user-agent': 'WhatsApp/2.23.20.0 A' } };
  const html = await (await fetch(link, asWhatsApp)).text();
  expect(html).toMatch(/<span translate="no">Ada&#x27;s<\/span> group/);
  const image = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(image).toMatch(new RegExp(`^${here.shop.url}/pictures/group/${groupId}-[0-9a-f]{12}\\.jpg$`));
  const picture = await fetch(image, asWhatsApp);
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  const jpeg = Buffer.from(await picture.arrayBuffer());
  expect(jpeg.length).toBeLessThanOrEqual(60_000);
  expect(await sharp(jpeg).metadata()).toMatchObject({ width: 1200, height: 630 });

  const { page, watch } = await browser.visit({ baseURL: here.shop.url });
  await openPagePath(page, link);
  await waitForHydration(page);
  await page.getByRole('note', { name: 'Invitation' }).getByText("Ada's").waitFor();
  const { data } = await callShopApi<GroupProgressReply>(
    here.shop.url,
    'GET',
    `/api/group/product/${productId}`,
  ).then(({ body }) => body);
  const buyers = `${data.participantCount} buyer${data.participantCount === 1 ? ' is' : 's are'} in.`;
  await page.getByText(buyers).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  // A visitor who signs in from the link returns to the invitation, not only to the product.
  const chidi = await TestShopper.signUp(here.shop.url, 'Chidi Okeke');
  await page.getByRole('link', { name: 'Login to join Group Buy!' }).first().click();
  await signInOnPage(page, chidi.account);
  await page.waitForURL((url) => url.pathname === `/product/${SLUG}` && url.search.includes(groupId ?? '-'));
  await page.getByRole('note', { name: 'Invitation' }).getByText("Ada's").waitFor();

  const live = recordWebSocketFrames(account.page);
  await openPagePath(account.page, `/product/${SLUG}`);
  await account.page.getByText(buyers).waitFor();
  // After the server's greeting the page hears of the next buyer; it would ask by itself only half a minute later.
  await live.heard('hello');
  await buy('Bola Ade');
  await account.page.getByText(`${data.participantCount + 1} buyers are in.`).waitFor();
  expect(watch.lines()).toEqual([]);
});
