import { expect } from 'vitest';
import { readPhoneStorage } from '../support/phone-storage.ts';
import { findInvariantBreaches } from '../support/shop-facts.ts';
import { unexplained } from './complaints.ts';
import type { Scene } from './scene.ts';

/** The most bytes of a story, its first visit included. */
const STORY_BYTES = 1_500_000;
/** A release makes the phone load the whole app again. */
const RELEASE_BYTES = 500_000;

/**
 * Expects what must be true after every cell: the shop's books, the bytes, the browser's log and, after a sign-out,
 * what is left on the phone. That each intent counts once and that the screen is right is checked by the column before.
 *
 * @param statuses of the refusals that belong to the story, as the browser logs a line for each.
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

/** Expects that after a sign-out nothing stored on the phone identifies the shopper. */
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
