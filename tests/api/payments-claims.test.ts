import { afterEach, describe, expect, it, vi } from 'vitest';
import { settlePaymentOnCardPageReturn } from '../../server/features/payments/payment-replies.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { submitCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';

const shop = openFixtureForFile(openPaymentTestShop);
afterEach(async () => {
  await shop.scenario({});
  await expectInvariants(shop.db);
});

/** Returns to the shop as a browser with these claims. @returns the address to which the shop redirects. */
async function returnWith(claims: Record<string, unknown>): Promise<URL> {
  const query = new URLSearchParams(Object.entries(claims).map(([name, claim]) => [name, String(claim)]));
  const answer = await fetch(`${shop.url}/api/payment/callback?${query}`, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

describe('what a browser claims at the return', () => {
  it.each([
    ['another try is on its way', async (link: string) => void (await submitCardPage(link, 'bank_transfer'))],
    ['nobody answers for that try', () => shop.scenario({ api: { fail: '503', times: 1 } })],
  ])('said to have failed, while %s: the attempt stays', async (_, meanwhile) => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const reply = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 2_000 }),
    );
    await submitCardPage(reply.authorization_url, 'decline');
    const { transactions } = await shop.sandbox();
    const declined = transactions.find((one) => one.txRef === reply.reference);
    await meanwhile(reply.authorization_url);
    const back = await returnWith({
      status: 'failed',
      tx_ref: reply.reference,
      transaction_id: declined?.id,
    });
    expect(back.search).toBe(`?returned=true&reference=${reply.reference}`);
    expect((await shop.status(shopper, reply.reference)).body).toMatchObject({ status: 'pending' });
    expect(await shop.counts(shopper)).toMatchObject({ liveHolds: 1 });
  });

  it('said to have failed by a try that only its number finds: failed', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    await submitCardPage(reply.authorization_url, 'decline');
    const { transactions } = await shop.sandbox();
    const declined = transactions.find((one) => one.txRef === reply.reference);
    const { db, deps, config } = shop;
    const verify: typeof deps.provider.verify = async () => ({ ok: true, transaction: null });
    const forgetful = {
      db,
      provider: { ...deps.provider, verify },
      groupWindowHours: config.groupWindowHours,
    };
    const { reference } = reply;
    const claims = { flag: 'failed', reference, transactionId: String(declined?.id) } as const;
    const back = await settlePaymentOnCardPageReturn(forgetful, claims, {
      publicUrl: shop.url,
      mayAsk: true,
    });
    expect(back).toBe(`${shop.url}/cart?returned=true&failed=true&reference=${reply.reference}`);
  });

  it('with a transaction id that is no number counts without it', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    const back = await returnWith({ status: 'cancelled', tx_ref: reply.reference, transaction_id: 'null' });
    expect(back.searchParams.get('cancelled')).toBe('true');
  });

  it('waits 8 s for a provider that is silent, no longer', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    const { db, deps, config } = shop;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let returning: Promise<string> | undefined;
      await new Promise<void>((isAsked) => {
        const verify = () => {
          isAsked();
          return new Promise<never>(() => undefined);
        };
        const silent = {
          db,
          provider: { ...deps.provider, verify },
          groupWindowHours: config.groupWindowHours,
        };
        returning = settlePaymentOnCardPageReturn(
          silent,
          { reference: reply.reference },
          { publicUrl: shop.url, mayAsk: true },
        );
      });
      vi.advanceTimersByTime(8_000);
      expect(await returning).toBe(`${shop.url}/cart?returned=true&reference=${reply.reference}`);
    } finally {
      vi.useRealTimers();
    }
  });
});
