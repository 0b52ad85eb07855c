import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { flutterwave } from '../../server/provider/flutterwave/flutterwave.ts';
import type { PaymentProvider } from '../../server/provider/provider.ts';
import { type ProviderTrouble, watchProvider } from '../../server/provider/provider-watch.ts';
import {
  checkoutRequest,
  sandboxFolder,
  startSandbox,
  TEST_HASH,
  TEST_KEY,
} from '../support/sandbox-alone.ts';

const folder = await sandboxFolder();
const sandbox = await startSandbox(folder.file);
afterAll(async () => {
  await sandbox.stop();
  await folder.remove();
});

let nowMs = 0;
let told: (ProviderTrouble | null)[] = [];
beforeEach(() => {
  told = [];
});

const watched = (secretKey: string, baseUrl = sandbox.url): PaymentProvider =>
  watchProvider(
    flutterwave.open({ baseUrl, secretKey, secretHash: TEST_HASH }, { hasSandbox: true }),
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
    (provider: PaymentProvider) => provider.createCheckout(checkoutRequest(`gb-${randomUUID()}`)),
  ],
  ['what a stranger made us ask', (provider: PaymentProvider) => provider.verifyById('no-such-id')],
])('it is told of at %s too', async (_, first) => {
  expect(await first(watched('FLWSECK_TEST-nobody'))).toMatchObject({ kind: 'refused', isOurKey: true });
  expect(told).toEqual([{ kind: 'refuses', reason: 'Authorization required' }]);
});

test('what a stranger made us ask, or a checkout that is refused for what it says, is no trouble', async () => {
  const provider = watched(TEST_KEY);
  await provider.verifyById('no-such-id');
  const refused = await provider.createCheckout({ ...checkoutRequest(`gb-${randomUUID()}`), amountKobo: 0 });
  expect(refused).toMatchObject({ kind: 'refused' });
  expect(refused).not.toHaveProperty('isOurKey');
  expect(told).toEqual([]);
});

test('a provider that is silent for a minute is told of once, and once when it answers again', async () => {
  let baseUrl = 'http://127.0.0.1:1';
  const open = () =>
    flutterwave.open({ baseUrl, secretKey: TEST_KEY, secretHash: TEST_HASH }, { hasSandbox: true });
  const provider = watchProvider(
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
