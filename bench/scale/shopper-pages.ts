import type { Database } from '../../server/db/database.ts';
import type { accessTokens } from '../../server/http/sessions/tokens.ts';

/** Something that is read, and what it is called in the table. */
export interface Page {
  name: string;
  path: string;
  /** Absent: a GET. */
  body?: object;
}

export async function tokenOf(
  db: Database,
  tokens: ReturnType<typeof accessTokens>,
  shopper: number,
): Promise<string> {
  const [session] = await db.query<{ id: string; userId: string }>(
    `INSERT INTO sessions (user_id) VALUES (md5('user' || $1::text)::uuid) RETURNING id, user_id AS "userId"`,
    [shopper],
  );
  return tokens.issue({ id: session?.userId ?? '', sessionId: session?.id ?? '' });
}

export async function shopperPages(db: Database, shopper: number): Promise<Page[]> {
  const [own] = await db.query<{ reference: string; tracking: string; productId: string; slug: string }>(
    `SELECT p.reference, o.tracking_no AS tracking, i.product_id AS "productId", r.slug FROM order_items i JOIN orders o ON o.id = i.order_id
       JOIN payments p ON p.id = o.payment_id JOIN products r ON r.id = i.product_id
     WHERE i.user_id = md5('user' || $1::text)::uuid ORDER BY i.joined_at DESC LIMIT 1`,
    [shopper],
  );
  return [
    { name: 'products', path: '/api/products/' },
    { name: 'product', path: `/api/products/slug/${own?.slug}` },
    { name: 'group progress', path: `/api/group/product/${own?.productId}` },
    { name: 'own groups', path: '/api/group/my-groups' },
    { name: 'cart', path: '/api/cart' },
    { name: 'payment status', path: `/api/payment/status/${own?.reference}` },
    { name: 'receipt', path: `/api/orders/${own?.tracking}/receipt` },
    { name: 'centres', path: '/api/centres' },
    { name: 'wallet', path: '/api/wallet' },
    { name: 'referral', path: '/api/referral/info' },
    { name: 'referrals', path: '/api/referral/stats' },
    { name: 'notifications', path: '/api/notifications' },
    { name: 'unread count', path: '/api/notifications/unread-count' },
    { name: 'sessions', path: '/api/auth/sessions' },
    { name: 'export', path: '/api/account/export' },
  ];
}
