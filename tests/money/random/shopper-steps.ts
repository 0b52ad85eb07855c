import { payAt } from './card-steps.ts';
import type { Attempt, Crowd, Member } from './crowd.ts';
import { createAttempt, PASSWORD } from './crowd.ts';
import type { Dice } from './dice.ts';
import type { Answer } from './shop.ts';
import { DONE, drawKey, type Step, Unexpected } from './step.ts';

const CITIES = ['Yaba', 'Ikeja', 'Lekki'];
const READS = [
  '/api/wallet',
  '/api/cart',
  '/api/group/my-groups',
  '/api/notifications',
  '/api/referral/info',
];

const CLOSED = ['successful', 'secured', 'failed', 'refunded'];

/** A paid order line in a group. */
interface Line {
  userId: string;
  groupId: string;
  trackingNumber: string;
  lineNumber: number;
  quantity: number;
}

/** The steps that shoppers take through HTTP. */
export const shopperSteps: readonly Step[] = [
  {
    name: 'add to cart',
    weight: 60,
    run: (crowd, dice) => addToCart(crowd, dice, dice.pick(crowd.members)),
  },
  {
    name: 'change the cart',
    weight: 15,
    async run(crowd, dice) {
      const member = dice.pick(crowd.members);
      if (dice.oneIn(6)) return crowd.as(member, 'DELETE', '/api/cart/clear', { key: drawKey(dice) });
      const { product, unit } = drawGoods(crowd, dice);
      if (dice.oneIn(3)) {
        const query = unit ? `?sellingUnitName=${unit}` : '';
        return crowd.as(member, 'DELETE', `/api/cart/remove/${product}${query}`, { key: drawKey(dice) });
      }
      const body = {
        productId: product,
        quantity: 1 + dice.below(4),
        ...(unit ? { sellingUnitName: unit } : {}),
      };
      return crowd.as(member, 'PATCH', '/api/cart/update-quantity', { key: drawKey(dice), body });
    },
  },
  { name: 'begin to pay', weight: 120, run: beginToPay },
  {
    name: 'ask what became of an attempt',
    weight: 12,
    async run(crowd, dice) {
      const attempt = dice.pickLate(crowd.attempts);
      if (!attempt) return null;
      const key = dice.oneIn(4) ? drawKey(dice) : attempt.key;
      return crowd.as(attempt.member, 'POST', `/api/payment/attempts/${key}/check`, { body: {} });
    },
  },
  { name: 'ask for the verdict', weight: 50, run: askForVerdict },
  {
    name: 'look',
    weight: 30,
    run: (crowd, dice) => crowd.as(dice.pick(crowd.members), 'GET', dice.pick(READS)),
  },
  {
    name: 'look at the progress of a group',
    weight: 15,
    run: (crowd, dice) =>
      crowd.shop.call({ method: 'GET', url: `/api/group/product/${dice.pick(crowd.products).id}` }),
  },
  {
    name: 'leave a group',
    weight: 10,
    async run(crowd, dice) {
      const [seat] = await crowd.shop.deps.db.query<{ userId: string; groupId: string }>(
        `SELECT user_id AS "userId", group_id AS "groupId" FROM order_items i
         WHERE counted AND EXISTS (SELECT FROM groups WHERE id = i.group_id AND status = ANY ($2))
         ORDER BY id DESC OFFSET $1 LIMIT 1`,
        [dice.below(8), dice.oneIn(3) ? CLOSED : ['active']],
      );
      const member = crowd.members.find(({ id }) => id === seat?.userId);
      if (!seat || !member) return null;
      const verb = dice.oneIn(4) ? 'switch-to-solo' : 'leave';
      const leave = () =>
        crowd.as(member, 'POST', `/api/group/${seat.groupId}/${verb}`, { body: {}, key: drawKey(dice) });
      const [answer] = await Promise.all(dice.oneIn(4) ? [leave(), leave()] : [leave()]);
      return answer ?? null;
    },
  },
  {
    name: 'take less in a group',
    weight: 80,
    async run(crowd, dice) {
      const [line] = await crowd.shop.deps.db.query<Line>(
        `SELECT i.user_id AS "userId", i.group_id AS "groupId", o.tracking_no AS "trackingNumber",
           i.line_no AS "lineNumber", i.quantity
         FROM order_items i JOIN orders o ON o.id = i.order_id
         WHERE (i.quantity > 1 OR $3) AND EXISTS (SELECT FROM groups WHERE id = i.group_id AND status = ANY ($2))
         ORDER BY i.id DESC OFFSET $1 LIMIT 1`,
        [dice.below(6), dice.oneIn(6) ? CLOSED : ['active'], dice.oneIn(10)],
      );
      const member = crowd.members.find(({ id }) => id === line?.userId);
      if (!line || !member) return null;
      const { groupId, trackingNumber, lineNumber, quantity } = line;
      const body = { trackingNumber, lineNumber, quantity: 1 + dice.below(quantity) };
      const key = drawKey(dice);
      const take = () => crowd.as(member, 'POST', `/api/group/${groupId}/take-less`, { body, key });
      const [answer] = await Promise.all(dice.oneIn(4) ? [take(), take()] : [take()]);
      return answer ?? null;
    },
  },
  {
    name: 'join the shop',
    weight: 14,
    async run(crowd, dice) {
      await crowd.addMember(dice);
      return DONE;
    },
  },
  { name: 'delete the account', weight: 6, run: deleteAccount },
];

function drawGoods(crowd: Crowd, dice: Dice): { product: string; unit: string | null } {
  const product = dice.pick(crowd.products);
  return { product: product.id, unit: product.units.length > 0 ? dice.pick(product.units) : null };
}

function addToCart(crowd: Crowd, dice: Dice, member: Member): Promise<Answer> {
  const { product, unit } = drawGoods(crowd, dice);
  const body = {
    ...{ productId: product, quantity: 1 + dice.below(3) },
    ...(dice.oneIn(5) ? { variant: 'solo' } : {}),
    ...(unit ? { sellingUnit: { name: unit } } : {}),
  };
  return crowd.as(member, 'POST', '/api/cart/add', {
    body,
    ...(dice.oneIn(3) ? { key: drawKey(dice) } : {}),
  });
}

/** Begins a payment once, or sends the same request twice at once, which must give one attempt. */
async function beginToPay(crowd: Crowd, dice: Dice): Promise<Answer> {
  const member = dice.pick(crowd.members);
  const key = drawKey(dice);
  let cart = await crowd.as(member, 'GET', '/api/cart');
  if (cart.status === 404 && !dice.oneIn(10)) {
    await addToCart(crowd, dice, member);
    cart = await crowd.as(member, 'GET', '/api/cart');
  }
  const body = drawPayment(crowd, dice, { member, cart, share: dice.pick([0, 0, 0.3, 0.8, 1]) });
  const send = () => crowd.as(member, 'POST', '/api/payment/initialize', { key, body });
  const answers = await Promise.all(dice.oneIn(5) ? [send(), send()] : [send()]);
  const started = answers.filter(({ status }) => status === 200);
  const references = new Set(started.map((answer) => String(answer.body.reference)));
  if (references.size > 1) throw new Unexpected(`one key began ${[...references].join(' and ')}`);
  const [first] = started;
  if (first) {
    const { reference, authorization_url: link } = first.body;
    if (link === null) crowd.acknowledge(reference);
    if (!crowd.attempts.some((attempt) => attempt.reference === reference)) {
      const attempt = crowd.begun(createAttempt({ reference, member, key, link }));
      // Most shoppers pay at once; the card pages of the others are opened by a later step or never.
      if (!dice.oneIn(3)) await payAt(crowd, dice, attempt);
    }
  }
  return answers[0] as Answer;
}

/** Draws the request to pay a cart, this share of it from the wallet as far as that has it. */
export function drawPayment(
  crowd: Crowd,
  dice: Dice,
  { member, cart, share }: { member: Member; cart: Answer; share: number },
): object {
  const total = Number(cart.body?.totalPrice ?? 0);
  const walletUse = Math.min(Math.floor(total * share), Number(cart.body?.walletBalance ?? 0));
  const paymentMethod =
    walletUse === 0 ? 'flutterwave_only' : walletUse >= total ? 'wallet_only' : 'wallet_and_flutterwave';
  const before = crowd.attempts.findLast((attempt) => attempt.member === member);
  return {
    ...{ walletUse, paymentMethod, cartId: cart.body?.cartId ?? null, phone: '+2348012345678' },
    deliveryAddress: { state: 'Lagos', city: dice.pick(CITIES), street: '1 Test Street' },
    ...(dice.oneIn(2) ? { expectedTotal: total } : {}),
    ...(dice.oneIn(2) ? { supersedes: before?.reference ?? null } : {}),
  };
}

async function askForVerdict(crowd: Crowd, dice: Dice): Promise<Answer | null> {
  const attempt: Attempt | undefined = dice.pickLate(crowd.attempts);
  if (!attempt) return null;
  const answer = await crowd.as(attempt.member, 'GET', `/api/payment/status/${attempt.reference}`);
  if (answer.status === 200 && answer.body.outcome === 'ordered') crowd.acknowledge(attempt.reference);
  return answer;
}

/**
 * Finds accounts that may be deleted and can still receive money: a card page is unpaid, or the goods were handed out.
 */
const DELETABLE = `SELECT p.user_id AS "userId", p.reference FROM payments p
  WHERE p.card_kobo > 0 AND EXISTS (SELECT FROM users WHERE id = p.user_id AND deleted_at IS NULL)
    AND (p.received_kobo IS NULL OR EXISTS (SELECT FROM orders o
      JOIN order_items i ON i.order_id = o.id WHERE o.payment_id = p.id AND i.collected_at IS NOT NULL AND i.refunded_kobo < i.paid_kobo))
    AND NOT EXISTS (SELECT FROM payments late WHERE late.user_id = p.user_id AND late.outcome IS NULL
      AND late.created_at > app_now() - interval '24 hours')
    AND NOT EXISTS (SELECT FROM order_items i JOIN groups g ON g.id = i.group_id WHERE i.user_id = p.user_id
      AND i.refunded_kobo < i.paid_kobo AND i.collected_at IS NULL AND g.status <> 'refunded')
  ORDER BY p.received_kobo IS NULL = $2, p.created_at DESC OFFSET $1 LIMIT 1`;

/** Deletes an account to which money comes afterwards. */
async function deleteAccount(crowd: Crowd, dice: Dice): Promise<Answer | null> {
  if (crowd.members.length < 20) return null;
  const [drawn] = await crowd.shop.deps.db.query<{ userId: string; reference: string }>(DELETABLE, [
    dice.below(3),
    dice.oneIn(2),
  ]);
  const others = crowd.members.slice(5);
  const member =
    (!dice.oneIn(4) && others.find(({ id }) => id === drawn?.userId)) || (dice.pick(others) as Member);
  const attempt = crowd.attempts.find(({ reference }) => reference === drawn?.reference);
  const body = { password: PASSWORD, giveUpWallet: !dice.oneIn(3) };
  const answer = await crowd.as(member, 'DELETE', '/api/account', { body, key: drawKey(dice) });
  if (answer.status !== 200) return answer;
  crowd.forget(member);
  return attempt?.cardPath && attempt.member === member ? payAt(crowd, dice, attempt, 'success') : answer;
}
