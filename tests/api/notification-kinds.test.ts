import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type {
  NotificationEventKind,
  NotificationEventOfKind,
  ShopperNotificationEvent,
} from '#contract/notifications/events.ts';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import { notifyShopper } from '../../server/outbox/outbox.ts';
import { createLocalNotification } from '../../src/lib/local-notification.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre } from '../support/api-catalogue.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { buyFromWalletThroughApi, readNotificationsOf } from '../support/api-stories.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { createPushSubscriptionKeys } from '../support/phone-keys.ts';

/** Every kind of notification reads the same from the server's outbox and from a phone that learns of it first. */

const SPECIFICATION = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8');

interface Case<K extends NotificationEventKind> {
  fact: Omit<NotificationEventOfKind<K>, 'fact'>;
  /** The product's or friend's name that the phone knows. */
  name?: string;
  says: string;
  /** The name that server and phone share. */
  factKey: string;
  isPushed: boolean;
}

const at = '2026-11-21T08:05:00.000Z';
/** Placeholders that are replaced by the ids that the shop gives. */
const groupId = '@group';
const userId = '@shopper';
const refereeId = '@friend';
const productId = '@product';
const name = 'Ofada Rice';

const CASES: { [K in NotificationEventKind]: Case<K> } = {
  payment_successful: {
    fact: { reference: 'gb-1', totalKobo: 12_500_000, method: 'wallet_and_flutterwave' },
    says: 'Payment Successful: Payment successful! ₦125,000 paid via Wallet + Card',
    factKey: 'pay:gb-1',
    isPushed: true,
  },
  payment_failed: {
    fact: { reference: 'gb-2', reason: 'Insufficient funds' },
    says: 'Payment Failed: Payment failed: Insufficient funds',
    factKey: 'pay:gb-2',
    isPushed: true,
  },
  payment_credited: {
    fact: { reference: 'gb-3', receivedKobo: 99_950 },
    says: 'Payment Failed: Payment failed: We received ₦1,000, but this order could not be made. ₦1,000 has been added to your wallet.',
    factKey: 'pay:gb-3',
    isPushed: true,
  },
  wallet: {
    fact: { txId: 7, reason: 'ORDER', oldBalanceKobo: 500_000, newBalanceKobo: 350_000 },
    says: 'Wallet Updated: Wallet debited ₦1,500 - Order Payment',
    factKey: 'wallet:7',
    isPushed: false,
  },
  group_secured: {
    fact: { groupId },
    name,
    says: 'Group Buy Secured: Group buy secured for Ofada Rice! Your order is being processed.',
    factKey: 'group:@group:successful',
    isPushed: true,
  },
  group_update: {
    fact: { groupId, status: 'manual_review', round: 1 },
    name,
    says: 'Group Buy Update: Group buy update for Ofada Rice: under review',
    factKey: 'group:@group:manual_review:1',
    isPushed: true,
  },
  group_moved: {
    fact: { groupId },
    name,
    says: 'Group Buy Update: Group buy update for Ofada Rice: moved to the next group',
    factKey: 'test:group_moved',
    isPushed: true,
  },
  pickup_reminder: {
    fact: { groupId, hours: 48 },
    name,
    says: 'Group Buy Update: Group buy update for Ofada Rice: ready for pickup',
    factKey: 'group:@group:ready_for_pickup:48',
    isPushed: true,
  },
  referral_bonus: {
    fact: { userId, round: 2, amountKobo: 50_000 },
    says: 'Referral Bonus Earned: Referral bonus earned! ₦500 added to your wallet.',
    factKey: 'referral:@shopper:2',
    isPushed: false,
  },
  new_referral: {
    fact: { refereeId },
    name: 'Chidi O.',
    says: 'New Referral: New referral: Chidi O. joined!',
    factKey: 'referral:@friend',
    isPushed: false,
  },
  group_opened: {
    fact: { groupId, slug: 'ofada-rice' },
    name,
    says: 'Group Buy Open: A group for Ofada Rice is open. You can join it now.',
    factKey: 'group:@group:opened',
    isPushed: true,
  },
  group_almost_full: {
    fact: { groupId, slug: 'ofada-rice', percent: 82 },
    name,
    says: 'Group Buy Almost Full: The group for Ofada Rice is 82% full. You can still join it.',
    factKey: 'group:@group:almost_full',
    isPushed: true,
  },
  review_answered: {
    fact: { reviewId: 7, productId, slug: 'ofada-rice', at },
    name,
    says: 'Review Answered: We answered your review of Ofada Rice.',
    factKey: `review:7:answered:${at}`,
    isPushed: true,
  },
  security: {
    fact: { change: 'password_changed', at },
    says: 'Security: Your password was changed on 21 Nov 2026, 09:05 WAT.',
    factKey: 'test:security',
    isPushed: false,
  },
};
const kinds = Object.keys(CASES) as NotificationEventKind[];
/** The kinds for which the specification gives no words. */
const OUR_OWN: readonly NotificationEventKind[] = [
  'security',
  'group_opened',
  'group_almost_full',
  'review_answered',
];

const api = openFixtureForFile(startTestApi);
let shopper: SignedUpApiShopper;
let ids: Record<string, string>;

beforeAll(async () => {
  await addTestPickupCentre(api);
  await buyFromWalletThroughApi(api, { title: name, minUnits: 50 });
  const [group] = await api.db.query<{ id: string; product: string }>(
    'SELECT id, product_id AS product FROM groups',
  );
  shopper = await signUpShopper(api);
  const friend = await signUpShopper(api, { name: 'Chidi Okeke' });
  ids = {
    [groupId]: group?.id ?? '',
    [productId]: group?.product ?? '',
    [userId]: shopper.id,
    [refereeId]: friend.id,
  };
  await api.db.query(
    `INSERT INTO push_subscriptions (endpoint, user_id, session_id, keys)
     SELECT 'https://fcm.googleapis.com/a', user_id, id, $2 FROM sessions WHERE user_id = $1`,
    [shopper.id, JSON.stringify(createPushSubscriptionKeys())],
  );
});

/** Replaces the placeholders by the shop's ids. */
const filled = (text: string) => text.replace(/@\w+/, (place) => ids[place] ?? place);

function factOf(kind: NotificationEventKind): ShopperNotificationEvent {
  const fields = Object.entries(CASES[kind].fact).map(([field, value]) => [
    field,
    typeof value === 'string' ? filled(value) : value,
  ]);
  return { ...Object.fromEntries(fields), fact: kind, userId: shopper.id } as ShopperNotificationEvent;
}

/** Sends one notification and reads it as the shopper's list shows it. */
async function tell(kind: NotificationEventKind): Promise<ShopperNotification & { isPushed: boolean }> {
  const before = new Set((await readNotificationsOf(api, shopper)).map(({ _id }) => _id));
  await notifyShopper(api.db, factOf(kind), `test:${kind}`);
  const [told, ...others] = (await readNotificationsOf(api, shopper)).filter(({ _id }) => !before.has(_id));
  expect(others).toEqual([]);
  const pushes = await api.db.query(
    `SELECT FROM outbox WHERE topic = 'push' AND payload ->> 'noticeId' = $1`,
    [told?._id],
  );
  return { ...(told as ShopperNotification), isPushed: pushes.length > 0 };
}

test.each(kinds)(
  '%s is said in the exact words, by the shop and by a phone that knows it first',
  async (kind) => {
    const told = await tell(kind);
    expect(`${told.title}: ${told.message}`).toBe(CASES[kind].says);
    expect(told.factKey).toBe(filled(CASES[kind].factKey));
    expect(told.isPushed).toBe(CASES[kind].isPushed);
    const { factKey, ...own } = createLocalNotification(factOf(kind), CASES[kind].name);
    expect(told).toMatchObject(own);
    // A phone never makes notifications of these kinds itself, so their keys come from the outbox row.
    if (kind !== 'group_moved' && kind !== 'security') expect(factKey).toBe(told.factKey);
  },
);

test('the specification’s titles and texts are those of the kinds', () => {
  const [, list = ''] = /Local notification titles: (.*)\./.exec(SPECIFICATION) ?? [];
  const titles = list.split(', ');
  const block = SPECIFICATION.split('- **Notification texts**:\n')[1]?.split('\n- ')[0] ?? '';
  const texts = [...block.matchAll(/'(.*)'/g)].map(
    ([, text = '']) => new RegExp(`^${patternOf(text)}$`, 's'),
  );
  expect([titles.length, texts.length]).toEqual([7, 7]);
  const said = kinds.filter((kind) => !OUR_OWN.includes(kind)).map((kind) => CASES[kind].says);
  const [saidTitles, saidTexts] = [said.map((words) => words.split(': ')[0]), said.map(messageOf)];
  expect(new Set(saidTitles)).toEqual(new Set(titles));
  for (const text of saidTexts) expect(texts.filter((pattern) => pattern.test(text))).toHaveLength(1);
  for (const pattern of texts) expect(saidTexts.some((text) => pattern.test(text))).toBe(true);
});

function messageOf(words: string): string {
  return words.slice(words.indexOf(': ') + 2);
}

/** Builds a pattern: `{name}` stands for any text, `a/b` for either word. */
function patternOf(text: string): string {
  return text
    .replace(/[.+?!()]/g, '\\$&')
    .replace(/\{[^}]*\}/g, '.+')
    .replace(/(\w+)\/(\w+)/g, '($1|$2)');
}
