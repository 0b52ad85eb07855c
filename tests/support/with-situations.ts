import { join } from 'node:path';
import sharp from 'sharp';
import { listDataBreaches } from '../../server/audit/breach-register.ts';
import { moveGroupToSecured } from '../../server/features/groups/group-moves.ts';
import { addTestProduct } from './api-catalogue.ts';
import { signUpShopper } from './api-shopper.ts';
import { submitCardPage } from './card-page.ts';
import { runOpsCommandInTest } from './ops.ts';
import { expectStartedCardPayment, type PaymentTestShop } from './payment-shop.ts';
import type { OpsCommandFixture } from './with-ops.ts';

/** Each operator command gets a shop in which it has something to do. */
export interface OpsCommandSituations {
  /** Commands with a prepared situation. */
  commands: readonly string[];
  /** Creates the situation. @returns the command's name and arguments. */
  wordsFor(command: string): Promise<string[]>;
}

interface Bought {
  userId: string;
  groupId: string;
  trackingNumber: string;
  code: string;
  reference: string;
  centre: string;
}

/** Pass this part to `openFixtureForFile`. */
export async function addOpsCommandSituations(
  shop: PaymentTestShop & OpsCommandFixture,
): Promise<OpsCommandSituations> {
  const because = ['--reason', 'asked by phone'];
  const breached = ['--noticed', '2026-01-02T09:30', '--what', 'w', '--whose', 'p', '--done', 'd'];
  async function boughtBy(userId: string): Promise<Bought> {
    const [row] = await shop.db.query<Bought>(
      `SELECT o.user_id AS "userId", i.group_id AS "groupId", o.tracking_no AS "trackingNumber",
       o.pickup_code AS code, p.reference, c.code AS centre
     FROM orders o JOIN order_items i ON i.order_id = o.id JOIN payments p ON p.id = o.payment_id
       JOIN pickup_centres c ON c.id = o.centre_id WHERE o.user_id = $1`,
      [userId],
    );
    if (!row) throw new Error('the shopper has bought nothing');
    return row;
  }

  /** Signs up a shopper who buys this many of the ten units that the group needs. */
  async function member(quantity: number): Promise<Bought> {
    const shopper = await shop.shopper(20_000);
    await shopper.add(await addTestProduct(shop, { minUnits: 10 }), quantity);
    await shopper.pay({ method: 'wallet_only', walletNaira: quantity * 1_000 });
    return boughtBy(shopper.id);
  }

  async function secured(): Promise<Bought> {
    const bought = await member(10);
    await shop.db.transaction((tx) => moveGroupToSecured(tx, bought.groupId));
    return bought;
  }

  const moveWords = (centre: string, to: string) => ['--centre', centre, '--from', 'secured', '--to', to];

  async function ready(): Promise<Bought> {
    const bought = await secured();
    await runOpsCommandInTest(shop, 'batch', 'move', ...moveWords(bought.centre, 'ready_for_pickup'));
    return bought;
  }

  async function inReview(quantity: number): Promise<string[]> {
    const { groupId } = await member(quantity);
    await runOpsCommandInTest(shop, 'group', 'review', groupId, ...because);
    return [groupId, ...because];
  }

  /** Pays at the card page with a lost webhook, so the shop does not know. */
  async function unheard(): Promise<{ userId: string; reference: string }> {
    const buyer = await shop.buyer();
    const { authorization_url: link, reference } = expectStartedCardPayment(
      await buyer.pay({ method: 'flutterwave_only' }),
    );
    await submitCardPage(link, 'webhook_lost');
    return { userId: buyer.id, reference };
  }

  /** Pays by card and refunds to the wallet. */
  async function paidBack(): Promise<Bought> {
    const { userId, reference } = await unheard();
    await runOpsCommandInTest(shop, 'payment', 'verify', reference);
    const bought = await boughtBy(userId);
    await runOpsCommandInTest(shop, 'item', 'refund', bought.trackingNumber, '--line', '1', ...because);
    return bought;
  }

  async function newCentre(): Promise<string> {
    const code = `LAG-${Date.now()}`;
    await shop.db.query(
      `INSERT INTO pickup_centres (code, name, state, city, address, hours)
       VALUES ($1, 'Ajah', 'Lagos', 'Ajah', '1 Road', '9-5')`,
      [code],
    );
    return code;
  }
  async function emailed(): Promise<string[]> {
    return ['--email', (await signUpShopper(shop)).email];
  }

  async function invited(): Promise<string[]> {
    const { referralCode } = await signUpShopper(shop);
    return ['--email', (await signUpShopper(shop, { referralCode })).email, ...because];
  }

  async function keyRequest(): Promise<string> {
    const { email, phone } = await signUpShopper(shop);
    const body = { email, phone, reason: 'lost it' };
    await shop.call({ method: 'POST', url: '/api/auth/request-recovery-key-reset', body });
    const [row] = await shop.db.query<{ id: string }>('SELECT id FROM recovery_requests WHERE email = $1', [
      email,
    ]);
    return row?.id ?? '';
  }

  async function slug(): Promise<string> {
    const name = `garri-${Math.random().toString(36).slice(2, 8)}`;
    await addTestProduct(shop, { slug: name });
    return name;
  }

  async function idOf(insert: string): Promise<string> {
    const [row] = await shop.db.query<{ id: number }>(`${insert} RETURNING id`);
    return String(row?.id);
  }
  const openItem = () =>
    idOf(
      `INSERT INTO recon_items (day, kind, reference) VALUES ('2026-11-20', 'missing_at_provider', random()::text)`,
    );
  const deadRow = () =>
    idOf(
      `INSERT INTO outbox (topic, dedupe_key, payload, dead_at) VALUES ('referral', random()::text, '{}', now())`,
    );

  async function reviewed(): Promise<string> {
    const { userId } = await member(1);
    await shop.db.query('UPDATE order_items SET collected_at = app_now() WHERE user_id = $1', [userId]);
    return idOf(
      `INSERT INTO reviews (item_id, user_id, product_id, stars, text)
       SELECT id, user_id, product_id, 4, 'Good rice.' FROM order_items WHERE user_id = '${userId}'`,
    );
  }

  async function operator(role = 'support'): Promise<string> {
    const name = `op${Math.random().toString(36).slice(2, 8)}`;
    await shop.db.query(`INSERT INTO operators (name, role, secret_hash) VALUES ($1, $2, 'x')`, [name, role]);
    return name;
  }

  async function proposed(): Promise<string> {
    const [by, email] = [await operator('finance'), (await emailed())[1]];
    const asked = { email, amount: 60_000, reason: 'asked by phone' };
    return idOf(
      `INSERT INTO operator_proposals (key, command, arguments, amount_kobo, preview, proposed_by) VALUES
         (random()::text, 'wallet goodwill', '${JSON.stringify(asked)}', 6000000, '{"about": {}, "says": []}', '${by}')`,
    );
  }

  const nothing = async (): Promise<string[]> => [];

  const situations: Record<string, () => Promise<string[]>> = {
    'product import': async () => {
      const row = { slug: await slug(), price: 700, basePrice: 900 };
      return [await shop.file(`${row.slug}.json`, JSON.stringify([row]))];
    },
    'product edit': async () => [await slug(), '--price', '900'],
    'product change': async () => [await slug(), '--percent', '10'],
    'product add': async () => [
      `new-${Date.now()}`,
      ...'--title New --price 9 --base-price 10 --minimum-viable-units 5'.split(' '),
    ],
    'picture add': async () => {
      const path = join(shop.folder, 'rice.png');
      await sharp({ create: { width: 20, height: 20, channels: 3, background: '#884422' } })
        .png()
        .toFile(path);
      return [path];
    },
    'product show': async () => [await slug()],
    'product activate': async () => [await slug()],
    'product deactivate': async () => [await slug()],
    'centre import': async () => [
      await shop.file('centres.json', JSON.stringify([{ code: 'LAG-YAB', hours: `from ${Math.random()}` }])),
    ],
    'centre add': async () => [
      `LAG-${Date.now()}`,
      ...'--name Ajah --state Lagos --city Ajah --address Road --hours 9-5'.split(' '),
    ],
    'centre edit': async () => [await newCentre(), '--hours', '10-4'],
    'centre deactivate': async () => [await newCentre()],
    'approval list': nothing,
    'approval agree': async () => [await proposed()],
    'approval decline': async () => [await proposed(), ...because],
    'group review': async () => [(await member(3)).groupId, ...because],
    'group resume': () => inReview(3),
    'group secure': () => inReview(10),
    'group fail': () => inReview(3),
    'batch move': async () => moveWords((await secured()).centre, 'processing'),
    'batch moves': async () => ['--centre', (await ready()).centre],
    'batch undo': async () => {
      const { groupId } = await ready();
      const [batch] = await shop.db.query<{ id: string }>(
        'SELECT move_id AS id FROM fulfilment_batches WHERE group_id = $1',
        [groupId],
      );
      return [batch?.id ?? '', ...because];
    },
    'item collect': async () => {
      const { trackingNumber, code } = await ready();
      return [trackingNumber, '--code', code];
    },
    'item unproven': nothing,
    'item resolve': async () => {
      const { trackingNumber, code } = await ready();
      const wrong = code === '000000' ? '000001' : '000000';
      await runOpsCommandInTest(
        shop,
        'item',
        'collect',
        trackingNumber,
        '--code',
        wrong,
        '--at',
        '2026-11-20T13:02Z',
      );
      const [item] = await shop.db.query<{ id: number }>('SELECT max(id)::int AS id FROM unproven_hand_outs');
      return [String(item?.id), '--outcome', 'lost', ...because];
    },
    'item unlock': async () => [(await member(1)).trackingNumber, ...because],
    'item refund': async () => [(await member(1)).trackingNumber, '--line', '1', ...because],
    'payment verify': async () => [(await unheard()).reference],
    'payment resettle': async () => [(await unheard()).reference],
    'wallet goodwill': async () => [...(await emailed()), '--amount', '500', ...because],
    'refund card': async () => [(await paidBack()).reference, ...because],
    'refund group': async () => [(await paidBack()).groupId, ...because],
    'recon run': nothing,
    'recon resolve': async () => [await openItem(), ...because],
    'user lock': async () => [...(await emailed()), ...because],
    'user unlock': async () => [...(await emailed()), ...because],
    'user free-phone': async () => ['--phone', (await signUpShopper(shop)).phone, ...because],
    'recovery approve': async () => [await keyRequest(), ...because],
    'recovery reject': async () => [await keyRequest(), ...because],
    'referral clear': invited,
    'referral block': invited,
    'review list': nothing,
    'review answer': async () => [await reviewed(), '--answer', 'Thank you!', ...because],
    'review hide': async () => [await reviewed(), ...because],
    'review unhide': async () => {
      const id = await reviewed();
      await runOpsCommandInTest(shop, 'review', 'hide', id, ...because);
      return [id, ...because];
    },
    'job run': async () => ['retention'],
    'outbox revive': async () => [await deadRow()],
    'outbox close': async () => [await deadRow(), ...because],
    'breach list': nothing,
    'breach record': async () => breached,
    'breach told': async () => {
      await runOpsCommandInTest(shop, 'breach', 'record', ...breached);
      const [breach] = await listDataBreaches(shop.db);
      return [String(breach?.id), '--whom', 'shoppers', '--at', '2026-01-03T09:00', '--how', 'by e-mail'];
    },
    'operator add': async () => ['olu', '--role', 'owner'],
    'operator edit': async () => [await operator(), '--centre', await newCentre(), ...because],
    'operator reset': async () => [await operator(), ...because],
    'operator remove': async () => [await operator(), ...because],
    'clock advance': async () => ['1s'],
    'demo seed': nothing,
    'secrets rotate': async () => because,
    claims: async () => ['computed'],
    'setting set': async () => ['phone', '+234 803 555 0142'],
    'setting list': nothing,
    'pickup list': async () => ['--centre', (await ready()).centre],
    'pickup notify': async () => ['--centre', (await ready()).centre],
    'pickup written': async () => [`${(await ready()).trackingNumber}:1`],
    'payment show': async () => [(await member(1)).reference],
    'user list': nothing,
    'user list-export': nothing,
    'user show': emailed,
    'user events': emailed,
    'user export': emailed,
    'user note': async () => [...(await emailed()), '--text', 'call after six'],
    'recovery list': nothing,
    'referral list': nothing,
    'product list': nothing,
    'product export': nothing,
    'centre list': nothing,
    'group list': nothing,
    today: nothing,
    'user history': async () => [(await signUpShopper(shop)).id],
    find: async () => [(await signUpShopper(shop)).email],
    'order list': nothing,
    'order export': nothing,
    'order show': async () => [(await member(1)).trackingNumber],
    'pickup buy': async () => [],
    'pickup pack': async () => ['--centre', (await secured()).centre],
    'pickup plan': async () => ['--centre', (await secured()).centre],
    'group show': async () => [(await member(1)).groupId],
    'recon list': nothing,
    report: async () => ['--month', '2026-11'],
    'report day': async () => ['--day', '2026-11-20'],
    'report postings': async () => ['--month', '2026-11'],
    'alarm list': nothing,
    'alarm history': nothing,
    'job list': nothing,
    outbox: nothing,
    'outbox dead': nothing,
    'operator list': nothing,
    invariants: nothing,
    audit: nothing,
  };
  return {
    commands: Object.keys(situations),
    wordsFor: async (command) => [...command.split(' '), ...((await situations[command]?.()) ?? [])],
  };
}
