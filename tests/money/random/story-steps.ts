import { readTheirBooks } from './books.ts';
import { comeBack, control, payAt } from './card-steps.ts';
import { type Attempt, type Crowd, createAttempt, type Member, PASSWORD } from './crowd.ts';
import type { Dice } from './dice.ts';
import { patiently } from './patience.ts';
import type { Answer } from './shop.ts';
import { drawPayment } from './shopper-steps.ts';
import { DONE, drawKey, refuseMistake, type Step } from './step.ts';
import { runJob } from './time-steps.ts';

const BECAUSE = ['--reason', 'a random day'];
/** How often a call is made until the provider answers, as steps of other lanes make it fail some calls. */
const TRIES = 8;

/**
 * Stories of several calls, each of which leads to branches of `rare-branches.ts` that single steps reach by luck only.
 * Other lanes may interfere, so a story may end otherwise, but in a long run each succeeds many times.
 */
export const storySteps: readonly Step[] = [
  { name: 'story: a payment arrives after its group has failed', weight: 3, run: payForFailedGroup },
  { name: 'story: a full group is joined, secured and failed', weight: 3, run: overfillGroup },
  { name: 'story: money is taken back after it was spent', weight: 3, run: reverseSpentMoney },
  { name: 'story: the wallet is spent before the card is paid', weight: 3, run: spendReservedMoney },
  { name: 'story: money arrives for a deleted account', weight: 5, run: payForDeletedAccount },
  { name: 'story: a dispute of a deleted account is won', weight: 3, run: winDisputeOfDeletedAccount },
];

async function payForFailedGroup(crowd: Crowd, dice: Dice): Promise<Answer> {
  const goods = await drawBuyable(crowd, dice);
  const opening = await begin(crowd, dice, await crowd.addMember(dice), { goods });
  if (!opening.attempt) return opening.answer;
  await pay(crowd, dice, opening.attempt);
  const { attempt, answer } = await begin(crowd, dice, await crowd.addMember(dice), { goods });
  if (!attempt) return answer;
  const groupId = await findGroup(crowd, attempt);
  if (groupId)
    for (const verb of ['review', 'fail']) await crowd.shop.ops('group', verb, groupId, ...BECAUSE);
  return pay(crowd, dice, attempt);
}

/** One buyer begins to pay, another one takes less and the next one fills the group before the first has paid. */
async function overfillGroup(crowd: Crowd, dice: Dice): Promise<Answer> {
  const goods = await drawBuyable(crowd, dice);
  await crowd.shop.ops('product', 'edit', goods.slug, '--minimum-viable-units', '10');
  const first = await crowd.addMember(dice);
  const opening = await begin(crowd, dice, first, { goods: { ...goods, quantity: 2 } });
  if (!opening.attempt) return opening.answer;
  await pay(crowd, dice, opening.attempt);
  const late = await begin(crowd, dice, await crowd.addMember(dice), { goods });
  const groupId = late.attempt && (await findGroup(crowd, late.attempt));
  const order = await findOrder(crowd, opening.attempt);
  if (!late.attempt || !groupId || !order) return late.answer;
  const body = { trackingNumber: order.tracking, lineNumber: 1, quantity: 1 };
  await crowd.as(first, 'POST', `/api/group/${groupId}/take-less`, { body, key: drawKey(dice) });
  const many = { ...goods, quantity: 12 };
  const filling = await begin(crowd, dice, await crowd.addMember(dice), { goods: many });
  if (!filling.attempt) return filling.answer;
  await pay(crowd, dice, filling.attempt);
  await pay(crowd, dice, late.attempt);
  return handOutAndFail(crowd, groupId, order);
}

/** Secures a group, hands out one of its orders and refunds it, and then the group fails. */
async function handOutAndFail(crowd: Crowd, groupId: string, order: Order): Promise<Answer> {
  const { tracking, code, centre } = order;
  const move = (verb: string) => crowd.shop.ops('group', verb, groupId, ...BECAUSE);
  await move('review');
  await move('secure');
  await crowd.shop.ops('batch', 'move', '--centre', centre, '--from', 'secured', '--to', 'ready_for_pickup');
  await crowd.shop.ops('item', 'collect', tracking, '--code', code);
  await crowd.shop.ops('item', 'refund', tracking, '--line', '1', ...BECAUSE);
  await move('review');
  return move('fail');
}

/** Every other time, a second payment for the same cart fills the wallet again, which then pays for the reversal. */
async function reverseSpentMoney(crowd: Crowd, dice: Dice): Promise<Answer> {
  const { member, transactionId, answer } = await payTooLittle(crowd, dice);
  if (!transactionId) return answer;
  const second = await begin(crowd, dice, member, { share: 0 });
  const spending = await begin(crowd, dice, member, { share: 0.5 });
  if (!spending.attempt) return spending.answer;
  await pay(crowd, dice, spending.attempt);
  // No other lane gives money to the shopper from now on.
  crowd.forget(member);
  await control(crowd, 'refund', { transactionId, status: 'completed' });
  const booked = await patiently(() => crowd.shop.ops('recon', 'run'));
  if (!second.attempt || dice.oneIn(2)) return booked;
  await pay(crowd, dice, second.attempt);
  return (await runJob(crowd, 'card-refunds')) ? DONE : booked;
}

/** A second attempt releases the first one's part of the wallet, which then goes back to a card. */
async function spendReservedMoney(crowd: Crowd, dice: Dice): Promise<Answer> {
  const { member, reference, answer } = await payTooLittle(crowd, dice);
  if (!reference) return answer;
  const reserving = await begin(crowd, dice, member, { share: 0.5 });
  if (!reserving.attempt) return reserving.answer;
  await begin(crowd, dice, member, { share: 0 });
  await crowd.shop.ops('refund', 'card', reference, ...BECAUSE);
  return pay(crowd, dice, reserving.attempt);
}

/** The goods are withdrawn before they are paid twice, and the second payment is reported after the deletion. */
async function payForDeletedAccount(crowd: Crowd, dice: Dice): Promise<Answer> {
  const [goods, member] = [await drawBuyable(crowd, dice), await crowd.addMember(dice)];
  const { attempt, answer } = await begin(crowd, dice, member, { goods });
  if (!attempt) return answer;
  await crowd.shop.ops('product', 'deactivate', goods.slug);
  await control(crowd, 'scenario', { webhook: { drop: true } });
  await pay(crowd, dice, attempt, 'pay_twice');
  await crowd.shop.ops('product', 'activate', goods.slug);
  const deleted = await deleteAccount(crowd, dice, member);
  if (deleted.status !== 200) return deleted;
  const { transactions } = await readTheirBooks(crowd);
  const theirs = transactions.filter(({ txRef }) => txRef === attempt.reference);
  for (const { id } of theirs) {
    const url = `/api/payment/callback?status=successful&tx_ref=${attempt.reference}&transaction_id=${id}`;
    await comeBack(crowd, attempt, url);
  }
  const [item] = await crowd.shop.deps.db.query<{ id: number }>(
    `SELECT id FROM recon_items WHERE kind = 'review' AND status = 'open' AND reference = ANY ($1)`,
    [theirs.map(({ id }) => String(id))],
  );
  const way = dice.oneIn(2) ? ['returned'] : ['release', '--email', dice.pick(crowd.members).email];
  return crowd.shop.ops('recon', 'resolve', String(item?.id ?? 0), '--way', ...way, ...BECAUSE);
}

/** The wallet has paid for the dispute, so that the money comes back to nobody. */
async function winDisputeOfDeletedAccount(crowd: Crowd, dice: Dice): Promise<Answer> {
  const { member, transactionId, answer } = await payTooLittle(crowd, dice);
  if (!transactionId) return answer;
  const dispute = await control(crowd, 'chargeback', { transactionId, amount: 100, status: 'initiated' });
  await patiently(() => crowd.shop.ops('recon', 'run'));
  const deleted = await deleteAccount(crowd, dice, member);
  if (deleted.status !== 200) return deleted;
  return control(crowd, 'chargeback', { id: dispute.body.chargeback?.id, status: 'won' });
}

interface Goods {
  productId: string;
  slug: string;
  quantity: number;
  sellingUnit?: { name: string };
  variant?: 'solo';
}

/** Draws goods in their smallest unit, and lets them be bought, also alone and by one person without a limit. */
async function drawBuyable(crowd: Crowd, dice: Dice): Promise<Goods> {
  const { id, slug, units } = dice.pick(crowd.products);
  const name = units.at(-1);
  await crowd.shop.ops('product', 'activate', slug);
  await crowd.shop.ops('product', 'edit', slug, '--solo-enabled', 'yes', '--max-units-per-person', 'none');
  return { productId: id, slug, quantity: 1, ...(name ? { sellingUnit: { name } } : {}) };
}

/** Begins to pay a cart, first filled with these goods. Other lanes learn of the attempt when it is paid. */
async function begin(
  crowd: Crowd,
  dice: Dice,
  member: Member,
  { goods, share = 0 }: { goods?: Goods; share?: number },
): Promise<{ answer: Answer; attempt?: Attempt }> {
  if (goods) {
    const { slug: _, ...body } = goods;
    refuseMistake('add to cart', await crowd.as(member, 'POST', '/api/cart/add', { body }));
  }
  for (let tries = 1; ; tries += 1) {
    const cart = await crowd.as(member, 'GET', '/api/cart');
    const key = drawKey(dice);
    const body = drawPayment(crowd, dice, { member, cart, share });
    const answer = await crowd.as(member, 'POST', '/api/payment/initialize', { key, body });
    refuseMistake('begin to pay', answer);
    if (answer.status === 200) {
      const { reference, authorization_url: link } = answer.body;
      if (link === null) crowd.acknowledge(reference);
      return { answer, attempt: createAttempt({ reference, member, key, link }) };
    }
    if (tries === TRIES || answer.body?.code !== 'payment_unavailable') return { answer };
  }
}

/** Pays at the card page and comes back until the shop has settled the payment. */
async function pay(
  crowd: Crowd,
  dice: Dice,
  attempt: Attempt,
  outcome: 'success' | 'pay_less' | 'pay_twice' = 'success',
): Promise<Answer> {
  const answer = await payAt(crowd, dice, attempt, outcome);
  crowd.begun(attempt);
  for (let tries = 0; attempt.returnPath && tries < TRIES; tries += 1) {
    await comeBack(crowd, attempt, attempt.returnPath);
    const settled = await crowd.shop.deps.db.query(
      'SELECT FROM payments WHERE reference = $1 AND outcome IS NOT NULL',
      [attempt.reference],
    );
    if (settled.length > 0) return DONE;
  }
  return answer ?? DONE;
}

/** A new shopper pays half of a cart alone, which becomes a credit in the wallet; the cart stays open. */
async function payTooLittle(
  crowd: Crowd,
  dice: Dice,
): Promise<{ member: Member; reference?: string; transactionId?: number; answer: Answer }> {
  const [goods, member] = [await drawBuyable(crowd, dice), await crowd.addMember(dice)];
  const { attempt, answer } = await begin(crowd, dice, member, { goods: { ...goods, variant: 'solo' } });
  if (!attempt) return { member, answer };
  await pay(crowd, dice, attempt, 'pay_less');
  const { reference, returnPath } = attempt;
  const id = new URLSearchParams(returnPath?.split('?')[1]).get('transaction_id');
  return { member, reference, answer, ...(id ? { transactionId: Number(id) } : {}) };
}

async function findGroup(crowd: Crowd, { reference }: Attempt): Promise<string | undefined> {
  const [line] = await crowd.shop.deps.db.query<{ groupId: string }>(
    `SELECT l.group_id AS "groupId" FROM payments p JOIN payment_lines l ON l.payment_id = p.id
     WHERE p.reference = $1 AND l.group_id IS NOT NULL`,
    [reference],
  );
  return line?.groupId;
}

type Order = Record<'tracking' | 'code' | 'centre', string>;

async function findOrder(crowd: Crowd, { reference }: Attempt): Promise<Order | undefined> {
  const [order] = await crowd.shop.deps.db.query<Order>(
    `SELECT o.tracking_no AS tracking, o.pickup_code AS code, c.code AS centre FROM payments p
     JOIN orders o ON o.payment_id = p.id JOIN pickup_centres c ON c.id = p.centre_id WHERE p.reference = $1`,
    [reference],
  );
  return order;
}

async function deleteAccount(crowd: Crowd, dice: Dice, member: Member): Promise<Answer> {
  const body = { password: PASSWORD, giveUpWallet: true };
  const answer = await crowd.as(member, 'DELETE', '/api/account', { body, key: drawKey(dice) });
  if (answer.status === 200) crowd.forget(member);
  return answer;
}
