import { readTheirBooks } from './books.ts';
import type { Attempt, Crowd } from './crowd.ts';
import type { Dice } from './dice.ts';
import type { Answer } from './shop.ts';
import type { Step } from './step.ts';

/** The outcomes that the buttons of the card page lead to; success is drawn most often. */
const OUTCOMES = [
  ...[
    'success',
    'success',
    'success',
    'success',
    'success',
    'success',
    'close_tab',
    'webhook_lost',
    'pay_more',
  ],
  ...[
    'pay_more',
    'pay_less',
    'pay_twice',
    'decline',
    'cancel',
    'leave',
    'slow',
    'bank_transfer',
    'session_timeout',
  ],
] as const;
/** The states of a refund or a dispute that is not decided yet. */
const OPEN = ['pending', 'initiated', 'accepted'];
const WEBHOOK_HASH = 'sandbox-webhook-hash';
const API_KEY = 'FLWSECK_TEST-sandbox';

/** The steps at the card page, the way back from it, webhooks, and what the provider does on its own. */
export const cardSteps: readonly Step[] = [
  {
    name: 'pay at the card page',
    weight: 120,
    async run(crowd, dice) {
      const attempt = dice.pickLate(crowd.attempts.filter(({ cardPath }) => cardPath));
      return attempt ? payAt(crowd, dice, attempt) : null;
    },
  },
  {
    name: 'come back from the card page',
    weight: 70,
    async run(crowd, dice) {
      const attempt = dice.pickLate(crowd.attempts.filter(({ returnPath }) => returnPath));
      if (!attempt?.returnPath) return null;
      const forged = `/api/payment/callback?status=successful&tx_ref=${attempt.reference}&transaction_id=${
        dice.pickLate(crowd.transactions)?.id ?? 1
      }`;
      const url = dice.oneIn(5) ? forged : attempt.returnPath;
      const come = () => comeBack(crowd, attempt, url);
      const [answer] = await Promise.all(dice.oneIn(6) ? [come(), come(), come()] : [come()]);
      return answer ?? null;
    },
  },
  {
    name: 'webhook by hand',
    weight: 30,
    async run(crowd, dice) {
      const told = dice.pickLate(crowd.transactions);
      if (!told) return null;
      return crowd.shop.call({
        method: 'POST',
        url: '/api/payment/webhook/flutterwave',
        headers: {
          'content-type': 'application/json',
          'verif-hash': dice.oneIn(6) ? 'guessed' : WEBHOOK_HASH,
        },
        payload: JSON.stringify(drawWebhook(crowd, dice, told)),
      });
    },
  },
  {
    name: 'the provider changes its ways',
    weight: 14,
    run(crowd, dice) {
      const fail = dice.pick([null, null, null, null, '503', '429', 'malformed', 'timeout']);
      return control(crowd, 'scenario', {
        ...(fail ? { api: { fail, times: fail === 'timeout' ? 1 : 1 + dice.below(4) } } : {}),
        webhook: {
          shape: dice.pick(['v3', 'flat']),
          drop: dice.oneIn(4),
          copies: dice.pick([1, 1, 2, 3]),
          wrongHash: dice.oneIn(10),
          outOfOrder: dice.oneIn(5),
          delayMs: dice.pick([0, 0, 50, 400]),
        },
        refund: dice.pick(['completed', 'pending']),
      });
    },
  },
  {
    name: 'refund at the dashboard',
    weight: 7,
    run: (crowd, dice) => reverse(crowd, dice, 'refund', ['completed', 'completed', 'pending']),
  },
  {
    name: 'chargeback',
    weight: 7,
    run: (crowd, dice) => reverse(crowd, dice, 'chargeback', ['initiated', 'initiated', 'accepted']),
  },
  {
    name: 'a refund or a dispute ends',
    weight: 12,
    async run(crowd, dice) {
      // The reversals include the refunds that the shop has asked for.
      const { reversals } = await readTheirBooks(crowd);
      const open = dice.pickLate(reversals.filter(({ status }) => OPEN.includes(status)));
      if (!open) return null;
      const { kind, id } = open;
      return control(crowd, kind, {
        id,
        status: dice.pick(kind === 'refund' ? ['completed', 'failed'] : ['won', 'lost']),
      });
    },
  },
  { name: 'payout', weight: 5, run: (crowd) => control(crowd, 'settlement', {}) },
  {
    name: 'a stranger pays',
    weight: 6,
    async run(crowd, dice) {
      const answer = await crowd.shop.call({
        method: 'POST',
        url: '/v3/payments',
        headers: { authorization: `Bearer ${API_KEY}` },
        payload: {
          ...{
            tx_ref: `other-shop-${dice.below(2 ** 31)}`,
            amount: 100 * (1 + dice.below(90)),
            currency: 'NGN',
          },
          ...{ redirect_url: `${crowd.shop.url}/`, customer: { email: 'somebody@example.com' } },
        },
      });
      const link = answer.body?.data?.link;
      if (typeof link === 'string') await pressAt(crowd, new URL(link).pathname, 'success');
      // 503 is the failure that an earlier step set at the sandbox, so it is no fault of the shop.
      return { ...answer, status: answer.status === 503 ? 200 : answer.status };
    },
  },
];

/** Presses once, or twice at the same time. A page that has been paid at is seldom opened again. */
export async function payAt(
  crowd: Crowd,
  dice: Dice,
  attempt: Attempt,
  outcome: (typeof OUTCOMES)[number] = dice.pick(OUTCOMES),
): Promise<Answer | null> {
  const { cardPath } = attempt;
  if (!cardPath) return null;
  const press = () => pressAt(crowd, cardPath, outcome);
  const [answer] = await Promise.all(dice.oneIn(8) ? [press(), press()] : [press()]);
  const location = answer?.headers.location;
  if (typeof location !== 'string') return answer ?? null;
  const url = new URL(location);
  attempt.returnPath = url.pathname + url.search;
  const id = url.searchParams.get('transaction_id');
  if (id) crowd.transactions.push({ id, reference: attempt.reference });
  if (crowd.transactions.length > 400) crowd.transactions.splice(0, 200);
  if (id && !dice.oneIn(5)) attempt.cardPath = null;
  return answer ?? null;
}

/** Opens the address to which the card page sends the browser back; the shop then asks the provider and settles. */
export async function comeBack(crowd: Crowd, { reference }: Attempt, url: string): Promise<Answer> {
  const answer = await crowd.shop.call({ method: 'GET', url });
  if (/[?&]success=true/.test(String(answer.headers.location))) crowd.acknowledge(reference);
  return answer;
}

function pressAt(crowd: Crowd, cardPath: string, outcome: string): Promise<Answer> {
  return crowd.shop.call({
    ...{ method: 'POST', url: cardPath, payload: `outcome=${outcome}` },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

/** Calls one of the addresses with which the sandbox is controlled. */
export function control(crowd: Crowd, what: string, payload: object): Promise<Answer> {
  return crowd.shop.call({ method: 'POST', url: `/sandbox/${what}`, payload });
}

async function reverse(
  crowd: Crowd,
  dice: Dice,
  kind: 'refund' | 'chargeback',
  statuses: readonly string[],
): Promise<Answer | null> {
  const told = dice.pickLate(crowd.transactions);
  if (!told) return null;
  const amount = dice.oneIn(2) ? {} : { amount: 100 * (1 + dice.below(20)) };
  return control(crowd, kind, { transactionId: Number(told.id), ...amount, status: dice.pick(statuses) });
}

/** Draws a webhook as the provider sends it, now and then with a wrong field or with another content altogether. */
function drawWebhook(crowd: Crowd, dice: Dice, { id, reference }: { id: string; reference: string }): object {
  if (dice.oneIn(12)) return dice.pick([{}, { event: 'charge.completed' }, { event: 7, data: [] }]);
  if (dice.oneIn(10)) return { event: 'refund.completed', data: { id: 1 } };
  const status = dice.pick(['successful', 'successful', 'successful', 'failed', 'pending']);
  const other = dice.oneIn(10) ? (dice.pickLate(crowd.attempts)?.reference ?? reference) : reference;
  return dice.oneIn(3)
    ? { id: Number(id), txRef: other, status }
    : { event: 'charge.completed', data: { id: Number(id), tx_ref: other, status } };
}
