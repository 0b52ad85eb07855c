import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { flutterwaveProvider } from '../../server/provider/flutterwave/flutterwave.ts';
import type { PaymentProvider } from '../../server/provider/provider.ts';
import {
  createSandboxCheckoutBody,
  createSandboxFolder,
  SANDBOX_TEST_WEBHOOK_HASH,
  startStandaloneSandbox,
} from '../support/sandbox-alone.ts';

/**
 * A provider on which the shop's expectations are tested: the sandbox and, with FLW_TEST_SECRET_KEY, Flutterwave's test
 * mode.
 */
interface Side {
  name: string;
  provider: PaymentProvider;
  /** The same provider, called with a key that it does not know. */
  stranger: PaymentProvider;
}

const folder = await createSandboxFolder();
const sandbox = await startStandaloneSandbox(folder.file);
afterAll(async () => {
  await sandbox.stop();
  await folder.remove();
});

function side(name: string, baseUrl: string, secretKey: string): Side {
  const open = (secretKey: string) =>
    flutterwaveProvider.open(
      { baseUrl, secretKey, secretHash: SANDBOX_TEST_WEBHOOK_HASH },
      { hasSandbox: true },
    );
  return {
    name,
    provider: open(secretKey),
    stranger: open('FLWSECK_TEST-nobody'),
  };
}

const realKey = process.env.FLW_TEST_SECRET_KEY;
const sides = [
  side('the sandbox', sandbox.url, 'FLWSECK_TEST-only-for-tests'),
  ...(realKey ? [side("Flutterwave's test mode", 'https://api.flutterwave.com', realKey)] : []),
];

describe.each(sides)('$name', ({ provider, stranger }) => {
  const reference = `gb-contract-${randomUUID()}`;

  it('opens a card page', async () => {
    const opened = await provider.createCheckout(createSandboxCheckoutBody(reference));
    expect(opened).toEqual({ ok: true, link: expect.stringMatching(/^https?:\/\//) });
  });

  it('refuses a card page for nothing', async () => {
    const refused = await provider.createCheckout({ ...createSandboxCheckoutBody(reference), amountKobo: 0 });
    expect(refused).toMatchObject({ ok: false, kind: 'refused' });
  });

  it('knows no transaction of a page that nobody paid at', async () => {
    expect(await provider.verify(reference)).toEqual({ ok: true, transaction: null });
    expect(await provider.verifyById('1')).toEqual({ ok: true, transaction: null });
  });

  it('refuses to refund what was never paid', async () => {
    const refund = await provider.refund({ transactionId: '1', amountKobo: 100, comment: 'test' });
    expect(refund).toMatchObject({ ok: false, kind: 'refused' });
  });

  it('lists its transactions by day and page', async () => {
    const listed = await provider.list({ fromDay: '2020-01-01', toDay: '2020-01-02', page: 1 });
    expect(listed).toMatchObject({ ok: true, rows: [] });
  });

  it('refuses a key that it does not know', async () => {
    expect(await stranger.verify(reference)).toMatchObject({ ok: false, kind: 'refused' });
    expect(await stranger.createCheckout(createSandboxCheckoutBody(reference))).toMatchObject({
      ok: false,
      kind: 'refused',
    });
  });
});
