import type { Database } from '../../server/db/database.ts';
import type { createAccessTokenService } from '../../server/http/sessions/tokens.ts';

export interface MeasuredApiRequest {
  /** Name of the request in the result table; default: its path. */
  name?: string;
  path: string;
  /** Body of a POST request; absent: the method is GET. */
  body?: object;
}

type OwnKeys = 'userId' | 'reference' | 'tracking' | 'groupId' | 'tx' | 'day';

/** Lists every read of the console: all lists with their pages, each kind of search, each detail page. */
export async function listConsoleApiRequests(db: Database): Promise<MeasuredApiRequest[]> {
  const [own] = await db.query<Record<OwnKeys, string>>(
    `SELECT i.user_id AS "userId", p.reference, o.tracking_no AS tracking, i.group_id AS "groupId",
       p.provider_tx_id AS tx, to_char(p.created_at AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day
     FROM order_items i JOIN orders o ON o.id = i.order_id JOIN payments p ON p.id = o.payment_id
     WHERE i.mode = 'group' AND p.provider_tx_id IS NOT NULL AND i.user_id <> md5('user1')::uuid
     ORDER BY i.joined_at DESC LIMIT 1`,
  );
  if (!own) throw new Error('nobody has bought anything');
  const read = [
    ...['session', 'today', `shoppers/${own.userId}`, `shoppers/${own.userId}/events`],
    ...[`shoppers/${own.userId}/export`, `payments/${own.reference}`, `orders/${own.tracking}`],
    ...['groups?limit=50', 'groups?status=delivered&limit=50', `groups/${own.groupId}`],
    ...['products?limit=50', 'products?q=rice%2017&limit=50', 'products/product-7', 'product-export'],
    ...['reviews?limit=50', 'recon?limit=50', 'recon?all=true&limit=50', `day?day=${own.day}`],
    ...[`month?month=${own.day.slice(0, 7)}`, 'operators', 'access', 'settings', 'jobs'],
    ...['recovery', 'referrals', 'approvals', 'alarms', 'alarms/history', 'outbox', 'outbox/dead'],
    ...['centres', 'buy', 'overdue', 'unproven'].map((list) => `pickup/${list}`),
    ...['list', 'plan', 'pack', 'links', 'moves'].map((list) => `pickup/LAG-YAB/${list}`),
  ];
  return [
    ...listConsoleSearches(own).flatMap(([what, path, bodies]) =>
      Object.entries(bodies).map(([name, body]) => ({
        name: `${what}, ${name}`,
        ...{ path: `/api/ops/${path}`, body },
      })),
    ),
    ...read.map((path) => ({ path: `/api/ops/${path}` })),
  ];
}

function listConsoleSearches({
  userId,
  reference,
  tracking,
  groupId,
  tx,
  day,
}: Record<OwnKeys, string>): [what: string, path: string, bodies: Record<string, object>][] {
  const names = { name: { q: 'Ada Obi' }, 'a rare name': { q: 'Zik' } };
  const orders = {
    ...{ all: {}, 'a centre': { centre: 'LAG-YAB' }, 'a product': { product: 'product-7' } },
    ...{ 'paid by wallet': { paid: 'wallet' }, refunded: { refunded: true }, 'a group': { group: groupId } },
    ...{ 'a day': { from: day, to: day }, secured: { status: 'secured' }, overdue: { overdue: true } },
    ...{ unreached: { unreached: true }, delivered: { status: 'delivered' }, ...names },
    phone: { q: '+2340000000007' },
  };
  const shoppers = {
    ...{ all: {}, buyers: { only: 'buyers' }, newcomers: { only: 'newcomers' }, locked: { only: 'locked' } },
    ...names,
  };
  const audit = {
    ...{
      all: {},
      changes: { kind: 'acts' },
      'an operator': { by: 'ada' },
      'an idle operator': { by: 'idle' },
    },
    ...{ 'a day': { day }, 'an order': { q: tracking }, 'a shopper': { target: `user:${userId}` } },
    ...{ words: { q: 'refund' }, 'words of a reason': { q: 'torn bag' }, ...names },
  };
  const found = {
    ...{ 'e-mail': { q: 'shopper7@example.com' }, phone: { q: '+2340000000007' }, name: { q: 'Ada Obi' } },
    ...{ order: { q: tracking }, reference: { q: reference }, "provider's number": { q: tx } },
    'amount and day': { q: `₦1,000 ${day.split('-').reverse().join('/')}` },
  };
  return [
    ['orders', 'order-list', orders],
    ['shoppers', 'shopper-list', shoppers],
    ['audit', 'audit', audit],
    ['find', 'find', found],
  ];
}

export async function createShopperToken(
  db: Database,
  tokens: ReturnType<typeof createAccessTokenService>,
  shopperNumber: number,
): Promise<string> {
  const [session] = await db.query<{ id: string; userId: string }>(
    `INSERT INTO sessions (user_id) VALUES (md5('user' || $1::text)::uuid) RETURNING id, user_id AS "userId"`,
    [shopperNumber],
  );
  return tokens.issue({ id: session?.userId ?? '', sessionId: session?.id ?? '' });
}

export async function listShopperApiRequests(
  db: Database,
  shopperNumber: number,
): Promise<MeasuredApiRequest[]> {
  const [own] = await db.query<{ reference: string; tracking: string; productId: string; slug: string }>(
    `SELECT p.reference, o.tracking_no AS tracking, i.product_id AS "productId", r.slug FROM order_items i JOIN orders o ON o.id = i.order_id
       JOIN payments p ON p.id = o.payment_id JOIN products r ON r.id = i.product_id
     WHERE i.user_id = md5('user' || $1::text)::uuid ORDER BY i.joined_at DESC LIMIT 1`,
    [shopperNumber],
  );
  return [
    ...[
      'products/',
      `products/slug/${own?.slug}`,
      `group/product/${own?.productId}`,
      'group/my-groups',
      'cart',
    ],
    ...[`payment/status/${own?.reference}`, `orders/${own?.tracking}/receipt`, 'centres', 'wallet'],
    ...['referral/info', 'referral/stats', 'notifications', 'notifications/unread-count', 'auth/sessions'],
    'account/export',
  ].map((path) => ({ path: `/api/${path}` }));
}
