import { writeFileSync } from 'node:fs';
import type { Crowd } from './crowd.ts';
import type { Dice } from './dice.ts';
import type { Answer } from './shop.ts';
import type { Step } from './step.ts';

const BECAUSE = ['--reason', 'a random day'];
const STAGES = ['secured', 'processing', 'packaging', 'ready_for_pickup', 'delivered'];

/** The steps that an operator takes by command. */
export const operatorSteps: readonly Step[] = [
  {
    name: 'goodwill',
    weight: 8,
    run: (crowd, dice) =>
      crowd.shop.ops(
        ...['wallet', 'goodwill', '--email', dice.pick(crowd.members).email],
        ...['--amount', String(100 * (1 + dice.below(90))), ...BECAUSE],
      ),
  },
  {
    name: 'refund an item',
    weight: 12,
    async run(crowd, dice) {
      const line = await drawLine(crowd, dice);
      if (!line) return null;
      const part = dice.oneIn(2) ? ['--amount', String(1 + dice.below(900))] : [];
      return crowd.shop.ops(
        'item',
        'refund',
        line.tracking,
        '--line',
        String(line.lineNo),
        ...part,
        ...BECAUSE,
      );
    },
  },
  {
    name: 'refund to a card',
    weight: 16,
    async run(crowd, dice) {
      const line = dice.oneIn(2) ? await drawLine(crowd, dice) : undefined;
      const reference = line?.reference ?? (await drawRefundable(crowd, dice));
      if (!reference) return null;
      const more = [
        ...(line ? ['--line', String(line.lineNo)] : []),
        ...(dice.oneIn(3) ? ['--amount', String(1 + dice.below(500)), '--key', String(dice.below(1e9))] : []),
      ];
      const refund = () => crowd.shop.ops('refund', 'card', reference, ...more, ...BECAUSE);
      const [answer] = await Promise.all(dice.oneIn(5) ? [refund(), refund()] : [refund()]);
      return answer ?? null;
    },
  },
  {
    name: 'refund a group to cards',
    weight: 2,
    async run(crowd, dice) {
      const id = await drawGroup(crowd, dice, ['refunded']);
      return id ? crowd.shop.ops('refund', 'group', id, ...BECAUSE) : null;
    },
  },
  {
    name: 'move a group by hand',
    weight: 14,
    async run(crowd, dice) {
      const verb = dice.pick(['review', 'resume', 'resume', 'secure', 'fail']);
      const from = verb === 'review' ? ['active', 'successful', ...STAGES] : ['manual_review'];
      const id = await drawGroup(crowd, dice, from);
      return id ? crowd.shop.ops('group', verb, id, ...BECAUSE) : null;
    },
  },
  { name: 'resume a group in its last hour', weight: 4, run: resumeLate },
  {
    name: 'move batches',
    weight: 8,
    async run(crowd, dice) {
      const [batch] = await crowd.shop.deps.db.query<{ centre: string; status: string }>(
        `SELECT c.code AS centre, b.status FROM fulfilment_batches b JOIN pickup_centres c ON c.id = b.centre_id
         WHERE b.status <> 'delivered' ORDER BY b.created_at DESC, b.group_id OFFSET $1 LIMIT 1`,
        [dice.below(10)],
      );
      if (!batch) return null;
      const later = STAGES.slice(STAGES.indexOf(batch.status) + 1);
      const to = dice.oneIn(8) ? dice.pick(STAGES) : dice.pick(later);
      return crowd.shop.ops('batch', 'move', '--centre', batch.centre, '--from', batch.status, '--to', to);
    },
  },
  {
    name: 'hand out an order',
    weight: 8,
    async run(crowd, dice) {
      const line = await drawLine(crowd, dice, dice.oneIn(4) ? STAGES : ['ready_for_pickup', 'delivered']);
      if (!line) return null;
      return crowd.shop.ops('item', 'collect', line.tracking, '--code', dice.oneIn(9) ? '000000' : line.code);
    },
  },
  { name: 'edit a product', weight: 8, run: editProduct },
  { name: 'limit what one person may buy', weight: 24, run: limitPerPerson },
  { name: 'import products', weight: 2, run: importProducts },
  {
    name: 'verify a payment by hand',
    weight: 8,
    async run(crowd, dice) {
      const attempt = dice.pickLate(crowd.attempts);
      if (!attempt) return null;
      return crowd.shop.ops('payment', dice.pick(['verify', 'resettle']), attempt.reference);
    },
  },
  {
    name: 'decide on an item of reconciliation',
    weight: 6,
    async run(crowd, dice) {
      const [item] = await crowd.shop.deps.db.query<{ id: number }>(
        `SELECT id FROM recon_items WHERE status = 'open' ORDER BY id DESC OFFSET $1 LIMIT 1`,
        [dice.below(8)],
      );
      if (!item) return null;
      const way = dice.pick([
        [],
        ['--way', 'returned'],
        ['--way', 'release'],
        ['--way', 'release', '--email', dice.pick(crowd.members).email],
      ]);
      return crowd.shop.ops('recon', 'resolve', String(item.id), ...way, ...BECAUSE);
    },
  },
  { name: 'reconcile today', weight: 3, run: (crowd) => crowd.shop.ops('recon', 'run') },
  {
    name: 'clear or block a referral',
    weight: 2,
    run: (crowd, dice) =>
      crowd.shop.ops(
        ...['referral', dice.pick(['clear', 'clear', 'block'])],
        ...['--email', dice.pick(crowd.members).email, ...BECAUSE],
      ),
  },
];

interface DrawnLine {
  tracking: string;
  code: string;
  lineNo: number;
  reference: string;
}

/**
 * Draws an order line for a command.
 * @param stages the stages that its batch may have; without them any line is drawn.
 */
async function drawLine(
  crowd: Crowd,
  dice: Dice,
  stages?: readonly string[],
): Promise<DrawnLine | undefined> {
  const [line] = await crowd.shop.deps.db.query<DrawnLine>(
    `SELECT o.tracking_no AS tracking, o.pickup_code AS code, i.line_no AS "lineNo", p.reference
     FROM (SELECT * FROM order_items i WHERE $2::text[] IS NULL OR EXISTS (
         SELECT FROM fulfilment_batches b WHERE b.group_id = i.group_id AND b.status = ANY ($2))
       ORDER BY id DESC OFFSET $1 LIMIT 1) i
       JOIN orders o ON o.id = i.order_id JOIN payments p ON p.id = o.payment_id`,
    [dice.below(stages ? 10 : 60), stages ?? null],
  );
  return line;
}

async function drawRefundable(crowd: Crowd, dice: Dice): Promise<string | undefined> {
  const [payment] = await crowd.shop.deps.db.query<{ reference: string }>(
    `SELECT reference FROM payments p WHERE outcome IN ('wallet_credited', 'ordered') AND card_kobo > 0
       AND (NOT $2 OR EXISTS (SELECT FROM users WHERE id = p.user_id AND deleted_at IS NOT NULL))
     ORDER BY settled_at DESC OFFSET $1 LIMIT 1`,
    [dice.below(25), dice.oneIn(4)],
  );
  return payment?.reference;
}

async function drawGroup(crowd: Crowd, dice: Dice, from: readonly string[]): Promise<string | undefined> {
  const [group] = await crowd.shop.deps.db.query<{ id: string }>(
    `SELECT id FROM groups WHERE status = ANY ($1) AND kind = 'open' ORDER BY opened_at DESC, id OFFSET $2 LIMIT 1`,
    [from, dice.below(4)],
  );
  return group?.id;
}

/** Moves the clock to the last hour of an active group, and has the group reviewed and resumed within that hour. */
async function resumeLate(crowd: Crowd, dice: Dice): Promise<Answer | null> {
  const [group] = await crowd.shop.deps.db.query<{ id: string; minutes: number }>(
    `SELECT id, floor(extract(epoch FROM deadline - app_now()) / 60)::int AS minutes FROM groups
     WHERE status = 'active' AND kind = 'open' AND participant_count > 0 AND deadline > app_now() + interval '2 minutes'
     ORDER BY deadline LIMIT 1`,
  );
  if (!group) return null;
  const wait = group.minutes - 1 - dice.below(Math.min(58, group.minutes - 1));
  if (wait > 0) {
    await crowd.shop.ops('clock', 'advance', `${wait}m`);
    await crowd.shop.refreshClock();
  }
  await crowd.shop.ops('group', 'review', group.id, ...BECAUSE);
  return crowd.shop.ops('group', 'resume', group.id, ...BECAUSE);
}

function editProduct(crowd: Crowd, dice: Dice): Promise<Answer> {
  const { slug } = dice.pick(crowd.products);
  const price = 100 * (2 + dice.below(20));
  const change = dice.pick([
    ['edit', slug, '--price', String(price), '--base-price', String(price + 100 * dice.below(6))],
    ['edit', slug, '--minimum-viable-units', String(2 + dice.below(12))],
    ['edit', slug, '--window-hours', dice.pick(['6', '24', 'default'])],
    ['edit', slug, '--solo-enabled', dice.pick(['yes', 'yes', 'no'])],
    ['activate', slug],
    ['activate', slug],
    ['deactivate', slug],
  ]);
  return crowd.shop.ops('product', ...change);
}

/** Sets a limit below what a payment under way buys. As often it lifts a limit, so that shoppers can go on buying. */
async function limitPerPerson(crowd: Crowd, dice: Dice): Promise<Answer> {
  const [bought] = await crowd.shop.deps.db.query<{ slug: string; units: number }>(
    `SELECT t.slug, l.quantity * l.base_unit_qty AS units FROM payments p
     JOIN payment_lines l ON l.payment_id = p.id AND l.mode = 'group' JOIN products t ON t.id = l.product_id
     WHERE p.status = 'pending' AND l.quantity * l.base_unit_qty > 1 ORDER BY p.created_at DESC OFFSET $1 LIMIT 1`,
    [dice.below(4)],
  );
  const [slug, limit] =
    bought && dice.oneIn(2)
      ? [bought.slug, String(bought.units - 1)]
      : [dice.pick(crowd.products).slug, 'none'];
  return crowd.shop.ops('product', 'edit', slug, '--max-units-per-person', limit);
}

async function importProducts(crowd: Crowd, dice: Dice): Promise<Answer> {
  const rows = crowd.products
    .filter(() => dice.oneIn(2))
    .map(({ slug }) => {
      const price = 100 * (2 + dice.below(20));
      return `${slug},${price},${price + 100 * dice.below(6)},${2 + dice.below(12)},yes`;
    });
  const file = `${crowd.shop.deps.config.dataDir}/import-${dice.below(1e9)}.csv`;
  writeFileSync(file, ['slug,price,basePrice,minimumViableUnits,active', ...rows].join('\n'));
  return crowd.shop.ops('product', 'import', file);
}
