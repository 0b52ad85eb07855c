import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { flutterwaveProvider } from '../../server/provider/flutterwave/flutterwave.ts';
import type { PaymentProvider } from '../../server/provider/provider.ts';
import { type ProviderOutage, watchProviderHealth } from '../../server/provider/provider-watch.ts';
import {
  createSandboxCheckoutBody,
  createSandboxFolder,
  SANDBOX_TEST_API_KEY,
  SANDBOX_TEST_WEBHOOK_HASH,
  startStandaloneSandbox,
} from '../support/sandbox-alone.ts';

const folder = await createSandboxFolder();
const sandbox = await startStandaloneSandbox(folder.file);
afterAll(async () => {
  await sandbox.stop();
  await folder.remove();
});

let nowMs = 0;
let told: (ProviderOutage | null)[] = [];
beforeEach(() => {
  told = [];
});

const watched = (secretKey: string, baseUrl = sandbox.url): PaymentProvider =>
  watchProviderHealth(
    flutterwaveProvider.open(
      { baseUrl, secretKey, secretHash: SANDBOX_TEST_WEBHOOK_HASH },
      { hasSandbox: true },
    ),
    (trouble) => told.push(trouble),
    () => nowMs,
  );
const ask = (provider: PaymentProvider) => provider.verify(`gb-${randomUUID()}`);

test('a key that the provider refuses is told of at the first question, once', async () => {
  const provider = watched('FLWSECK_TEST-nobody');
  await ask(provider);
  await ask(provider);
  await provider.list({ fromDay: '2026-01-01', toDay: '2026-01-02', page: 1 });
  expect(told).toEqual([{ kind: 'refuses', reason: 'Authorization required' }]);
});

test.each([
  [
    'a checkout',
    (provider: PaymentProvider) => provider.createCheckout(createSandboxCheckoutBody(`gb-${randomUUID()}`)),
  ],
  ['what a stranger made us ask', (provider: PaymentProvider) => provider.verifyById('no-such-id')],
])('it is told of at %s too', async (_, first) => {
  expect(await first(watched('FLWSECK_TEST-nobody'))).toMatchObject({ kind: 'refused', isOurKey: true });
  expect(told).toEqual([{ kind: 'refuses', reason: 'Authorization required' }]);
});

test('what a stranger made us ask, or a checkout that is refused for what it says, is no trouble', async () => {
  const provider = watched(SANDBOX_TEST_API_KEY);
  await provider.verifyById('no-such-id');
  const refused = await provider.createCheckout({
    ...createSandboxCheckoutBody(`gb-${randomUUID()}`),
    amountKobo: 0,
  });
  expect(refused).toMatchObject({ kind: 'refused' });
  expect(refused).not.toHaveProperty('isOurKey');
  expect(told).toEqual([]);
});

test('a provider that is silent for a minute is told of once, and once when it answers again', async () => {
  let baseUrl = 'http://127.0.0.1:1';
  const open = () =>
    flutterwaveProvider.open(
      { baseUrl, secretKey: SANDBOX_TEST_API_KEY, secretHash: SANDBOX_TEST_WEBHOOK_HASH },
      { hasSandbox: true },
    );
  const provider = watchProviderHealth(
    { ...open(), verify: (reference) => open().verify(reference) },
    (trouble) => told.push(trouble),
    () => nowMs,
  );
  await ask(provider);
  await ask(provider);
  await ask(provider);
  expect(told).toEqual([]);
  nowMs += 60_000;
  await ask(provider);
  await ask(provider);
  expect(told).toEqual([{ kind: 'silent', reason: 'the provider could not be reached' }]);
  baseUrl = sandbox.url;
  await ask(provider);
  await ask(provider);
  expect(told.slice(1)).toEqual([null]);
});
