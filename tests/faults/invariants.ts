import { expect } from 'vitest';
import { readPhoneStorage } from '../support/phone-storage.ts';
import { findInvariantBreaches } from '../support/shop-facts.ts';
import { unexplained } from './complaints.ts';
import type { Scene } from './scene.ts';

/** What a story may cost, its first visit included. */
const STORY_BYTES = 1_500_000;
/** A release brings the whole app anew. */
const RELEASE_BYTES = 500_000;

/**
 * What must hold after every cell. That each intent counts once and that the screen shows what the server has
 * is the column's to check, before; here come the shop's books, the bytes, what the browser complained of and,
 * after a sign-out, what is left on the phone.
 *
 * @param statuses of the refusals that belong to the story: the browser writes a line about each.
 */
export async function expectInvariants(scene: Scene, statuses: readonly number[] = []): Promise<void> {
  expect(await findInvariantBreaches(scene.site.shop), 'the books of the shop').toEqual([]);
  expect(scene.downBytes, 'bytes of the whole story').toBeLessThan(
    STORY_BYTES + scene.releases * RELEASE_BYTES,
  );
  await expectNothingLeft(scene);
  expect(scene.lateTokens, 'requests with the token of an ended session').toEqual([]);
  expect(scene.silence.breaches, 'loading signs without a word for over 10 s').toEqual([]);
  const complaints = [...scene.complaints, ...scene.phone.watch.complaints()];
  expect(
    unexplained(complaints, statuses),
    'what the browser complained about, but for the broken line',
  ).toEqual([]);
}

/** After a sign-out no store of the phone knows who was here. */
async function expectNothingLeft(scene: Scene): Promise<void> {
  const { page } = scene;
  const isSignedIn = await page.evaluate(() => localStorage.getItem('token') !== null);
  if (isSignedIn) {
    await scene.open('/');
    await scene.signOut();
  }
  const { account, session } = scene.shopper;
  const secrets = [account.email, account.phone, account.name, session.user.id];
  await expect
    .poll(async () => {
      const kept = await readPhoneStorage(page);
      return secrets.filter((secret) => kept.includes(secret));
    })
    .toEqual([]);
}
