import type { Crowd } from './crowd.ts';

/** The sandbox's own records of payments and reversals, in naira. They do not depend on the shop's tables. */
interface TheirBooks {
  transactions: { id: number; txRef: string; amount: number; status: string }[];
  reversals: { kind: string; id: number; amount: number; status: string }[];
  settlements: { id: number; net: number; fee: number }[];
  deliveries: { state: string }[];
}

export async function readTheirBooks(crowd: Crowd): Promise<TheirBooks> {
  return (await crowd.shop.call({ method: 'GET', url: '/sandbox/transactions' })).body;
}

/**
 * Compares the shop with a plain model: the provider's books and one sum for each shopper. What came in by card or as a
 * gift must be in the wallet, in goods, on its way back to a card, or refunded. Must be called at rest.
 *
 * @returns one sentence for each difference.
 */
export async function compareBooks(crowd: Crowd): Promise<string[]> {
  const theirs = await readTheirBooks(crowd);
  return [
    ...(await compareSuccesses(crowd, theirs)),
    ...(await compareReversals(crowd, theirs)),
    ...(await comparePayouts(crowd, theirs)),
    ...(await compareShoppers(crowd, theirs)),
  ];
}

async function compareSuccesses(crowd: Crowd, theirs: TheirBooks): Promise<string[]> {
  const ours = await crowd.shop.deps.db.query<{ id: string; kobo: number; outcome: string | null }>(
    'SELECT tx_id AS id, amount_kobo AS kobo, outcome FROM provider_transactions',
  );
  const known = new Map(ours.map((row) => [row.id, row]));
  const items = await crowd.shop.deps.db.query<{ id: string; words: string }>(
    `SELECT reference AS id, concat_ws(' ', kind, status, note) AS words FROM recon_items`,
  );
  const wordsOf = new Map(items.map(({ id, words }) => [id, words]));
  return theirs.transactions
    .filter(({ status }) => status === 'successful')
    .flatMap(({ id, amount }) => {
      const row = known.get(String(id));
      if (row?.outcome && row.kobo === amount * 100) return [];
      const [is, item] = [row?.outcome ?? 'nothing', wordsOf.get(String(id)) ?? 'no item'];
      return [`success ${id} of ${amount} is ${is} of ${(row?.kobo ?? 0) / 100} (${item})`];
    });
}

async function compareReversals(crowd: Crowd, theirs: TheirBooks): Promise<string[]> {
  const ours = await crowd.shop.deps.db.query<{ name: string; kobo: number; status: string }>(
    `SELECT kind || ':' || id AS name, amount_kobo AS kobo, status FROM provider_reversals`,
  );
  const known = new Map(ours.map((row) => [row.name, row]));
  return theirs.reversals.flatMap(({ kind, id, amount, status }) => {
    const row = known.get(`${kind}:${id}`);
    const expected =
      status === 'pending' ? 'pending' : ['failed', 'won'].includes(status) ? 'undone' : 'taken';
    if (row?.status === expected && row.kobo === amount * 100) return [];
    return [
      `${kind} ${id} (${status}) of ${amount} is ${row?.status ?? 'unknown'} of ${(row?.kobo ?? 0) / 100}`,
    ];
  });
}

async function comparePayouts(crowd: Crowd, theirs: TheirBooks): Promise<string[]> {
  const ours = await crowd.shop.deps.db.query<{ id: string; netKobo: number; feeKobo: number }>(
    'SELECT id, net_kobo AS "netKobo", fee_kobo AS "feeKobo" FROM provider_settlements',
  );
  const known = new Map(ours.map((row) => [row.id, row]));
  return theirs.settlements.flatMap(({ id, net, fee }) => {
    const row = known.get(String(id));
    const isSame = row?.netKobo === Math.round(net * 100) && row.feeKobo === Math.round(fee * 100);
    return isSame ? [] : [`payout ${id} of ${net} and ${fee}: ${JSON.stringify(row ?? null)}`];
  });
}

/** Reads all money that a shopper has in the shop, in whatever state, and the gifts that are part of it. */
const STANDING = `
  WITH review AS (
    SELECT p.user_id, t.amount_kobo, t.tx_id FROM provider_transactions t JOIN payments p ON p.reference = t.reference
    WHERE t.outcome = 'review'
      AND NOT EXISTS (SELECT FROM ledger_tx WHERE kind = 'review_release' AND ref = t.tx_id)
  ), gifts AS (
    SELECT w.user_id, sum(e.amount_kobo) AS kobo FROM ledger_entries e JOIN ledger_tx t ON t.id = e.tx_id
      JOIN wallets w ON w.account_id = e.account_id
    WHERE t.kind IN ('goodwill', 'referral_bonus', 'referral_welcome') OR t.kind = 'review_release' AND NOT EXISTS (
      SELECT FROM provider_transactions x JOIN payments p ON p.reference = x.reference
      WHERE x.tx_id = t.ref AND p.user_id = w.user_id)
    GROUP BY 1
  )
  SELECT u.id, coalesce((SELECT kobo FROM gifts WHERE user_id = u.id), 0) AS "giftsKobo",
    w.balance_kobo AS "walletKobo",
    coalesce((SELECT sum(paid_kobo - refunded_kobo) FROM order_items WHERE user_id = u.id), 0) AS "goodsKobo",
    coalesce((SELECT sum(amount_kobo) FROM card_refunds WHERE user_id = u.id AND status IN ('asked', 'sent')), 0)
      + coalesce((SELECT sum(collected_kobo) FROM provider_reversals WHERE user_id = u.id AND status = 'taken'), 0)
      AS "backKobo",
    coalesce((SELECT sum(r.amount_kobo - CASE WHEN returned.id IS NULL THEN 0 ELSE back.kobo END) FROM review r
        LEFT JOIN ledger_tx returned ON returned.kind = 'review_return' AND returned.ref = r.tx_id
        CROSS JOIN LATERAL (SELECT coalesce(sum(collected_kobo), 0) AS kobo FROM provider_reversals
          WHERE tx_id = r.tx_id AND status = 'taken') back
        WHERE r.user_id = u.id), 0) AS "parkedKobo"
  FROM users u JOIN wallets w ON w.user_id = u.id WHERE u.deleted_at IS NULL`;

interface Standing {
  id: string;
  giftsKobo: number;
  walletKobo: number;
  goodsKobo: number;
  backKobo: number;
  parkedKobo: number;
}

async function compareShoppers(crowd: Crowd, theirs: TheirBooks): Promise<string[]> {
  const { db } = crowd.shop.deps;
  const payers = await db.query<{ reference: string; userId: string }>(
    'SELECT reference, user_id AS "userId" FROM payments',
  );
  const payerOf = new Map(payers.map(({ reference, userId }) => [reference, userId]));
  const paidKobo = new Map<string, number>();
  for (const { txRef, amount, status } of theirs.transactions) {
    const payer = payerOf.get(txRef);
    if (payer && status === 'successful') paidKobo.set(payer, (paidKobo.get(payer) ?? 0) + amount * 100);
  }
  return (await db.query<Standing>(STANDING)).flatMap((one) => {
    const came = (paidKobo.get(one.id) ?? 0) + one.giftsKobo;
    const stands = one.walletKobo + one.goodsKobo + one.backKobo + one.parkedKobo;
    return came === stands
      ? []
      : [`shopper ${one.id}: ${came} came, ${stands} stand: ${JSON.stringify(one)}`];
  });
}

/** Finds orders that the shop once confirmed and no longer has. */
export async function findLost(crowd: Crowd): Promise<string[]> {
  const lost = await crowd.shop.deps.db.query<{ reference: string }>(
    `SELECT reference FROM unnest($1::text[]) AS told (reference)
     WHERE NOT EXISTS (SELECT FROM payments p JOIN orders o ON o.payment_id = p.id
       WHERE p.reference = told.reference AND p.outcome = 'ordered')`,
    [crowd.acknowledged()],
  );
  return lost.map(({ reference }) => `${reference} was confirmed and is lost`);
}
