import type { FastifyInstance } from 'fastify';
import type { Config } from '../../server/config/config.ts';
import type { Database } from '../../server/db/database.ts';
import { makeSecret } from '../../server/ops/operators.ts';
import { CONSOLE_PASSWORD, codeOf, fromBase32 } from '../../tests/support/console.ts';
import type { Page } from './shopper-pages.ts';

/** Signs a new owner in, past both factors. @returns the headers of a browser with that session. */
export async function enterConsole(
  app: FastifyInstance,
  db: Database,
  { publicUrl }: Config,
): Promise<Record<string, string>> {
  const name = `bench-${Date.now()}`;
  const password = CONSOLE_PASSWORD;
  const { secret, secretHash } = await makeSecret();
  await db.query(`INSERT INTO operators (name, role, secret_hash) VALUES ($1, 'owner', $2)`, [
    name,
    secretHash,
  ]);
  const post = async (path: string, payload: object) => {
    const answer = await app.inject({
      ...{ method: 'POST', url: `/api/ops/${path}`, payload },
      headers: { origin: publicUrl },
    });
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
    return answer;
  };
  const enrolled = await post('enrol', { name, secret, password });
  const { totpSecret } = (enrolled.json() as { data: { totpSecret: string } }).data;
  const { headers } = await post('sign-in', { name, password, code: codeOf(fromBase32(totpSecret)) });
  return { origin: publicUrl, cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
}

/** What the console reads, in the pages it asks for: each list, each kind of words in the box on top, the page of one thing. */
export async function consolePages(db: Database): Promise<Page[]> {
  const [own] = await db.query<
    Record<'userId' | 'reference' | 'tracking' | 'groupId' | 'tx' | 'day', string>
  >(
    `SELECT i.user_id AS "userId", p.reference, o.tracking_no AS tracking, i.group_id AS "groupId",
       p.provider_tx_id AS tx, to_char(p.created_at AT TIME ZONE 'Africa/Lagos', 'DD/MM/YYYY') AS day
     FROM order_items i JOIN orders o ON o.id = i.order_id JOIN payments p ON p.id = o.payment_id
     WHERE i.mode = 'group' AND p.provider_tx_id IS NOT NULL AND i.user_id <> md5('user1')::uuid
     ORDER BY i.joined_at DESC LIMIT 1`,
  );
  if (!own) throw new Error('nobody has bought anything');
  const find = (q: string) => ({ path: '/api/ops/find', body: { q } });
  return [
    { name: 'session', path: '/api/ops/session' },
    { name: 'today', path: '/api/ops/today' },
    { name: 'find, e-mail', ...find('shopper7@example.com') },
    { name: 'find, phone', ...find('+2340000000007') },
    { name: 'find, name', ...find('Ada Obi') },
    { name: 'find, tracking number', ...find(own.tracking) },
    { name: 'find, reference', ...find(own.reference) },
    { name: "find, provider's number", ...find(own.tx) },
    { name: 'find, amount and day', ...find(`₦1,000 ${own.day}`) },
    { name: 'shopper', path: `/api/ops/shoppers/${own.userId}` },
    { name: "shopper's events", path: `/api/ops/shoppers/${own.userId}/events` },
    { name: "shopper's export", path: `/api/ops/shoppers/${own.userId}/export` },
    { name: 'payment', path: `/api/ops/payments/${own.reference}` },
    { name: 'order', path: `/api/ops/orders/${own.tracking}` },
    { name: 'groups', path: '/api/ops/groups?limit=50' },
    { name: 'groups, delivered', path: '/api/ops/groups?status=delivered&limit=50' },
    { name: 'group', path: `/api/ops/groups/${own.groupId}` },
    { name: 'products', path: '/api/ops/products' },
    { name: 'products, search', path: '/api/ops/products?q=rice%2017' },
    { name: 'product', path: '/api/ops/products/product-7' },
    { name: 'product export', path: '/api/ops/product-export' },
    { name: 'reconciliation', path: '/api/ops/recon?limit=50' },
    { name: 'reconciliation, all', path: '/api/ops/recon?all=true&limit=50' },
    { name: 'month', path: `/api/ops/month?month=${own.day.slice(6)}-${own.day.slice(3, 5)}` },
    { name: 'operators', path: '/api/ops/operators' },
    { name: 'access', path: '/api/ops/access' },
    { name: 'audit', path: '/api/ops/audit' },
    { name: 'audit, person', path: '/api/ops/audit?by=ada' },
    { name: 'audit, target', path: `/api/ops/audit?target=${own.reference}` },
    { name: 'audit, day', path: `/api/ops/audit?day=${own.day.split('/').toReversed().join('-')}` },
    { name: 'recovery', path: '/api/ops/recovery' },
    { name: 'referrals', path: '/api/ops/referrals' },
    { name: 'approvals', path: '/api/ops/approvals' },
    { name: 'alarms', path: '/api/ops/alarms' },
    { name: 'outbox', path: '/api/ops/outbox' },
    { name: 'dead work', path: '/api/ops/outbox/dead' },
    { name: 'pickup centres', path: '/api/ops/pickup/centres' },
    { name: 'pickup list', path: '/api/ops/pickup/LAG-YAB/list' },
    { name: 'pickup plan', path: '/api/ops/pickup/LAG-YAB/plan' },
    { name: 'pickup links', path: '/api/ops/pickup/LAG-YAB/links' },
  ];
}
