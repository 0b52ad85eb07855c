import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { formatStartMessage } from './start-message.ts';

const demoShoppers = [
  { email: 'ada@demo.example', password: 'market day 1' },
  { email: 'chidi@demo.example', password: 'market day 2' },
];

test('a sandbox says where it is, where its data lie and who its shoppers are', () => {
  expect(formatStartMessage(readConfig({ BRAND_NAME: 'Oja' }), { place: '/srv/data', demoShoppers })).toBe(`
  Oja is open at http://127.0.0.1:4000
  Console: http://127.0.0.1:4000/ops
  Data: /srv/data
  Payment sandbox: no real money moves.
  Demo shoppers:
    ada@demo.example  password: market day 1
    chidi@demo.example  password: market day 2

`);
});

test('an empty sandbox names no demo shoppers', () => {
  expect(formatStartMessage(readConfig({ DEMO: '0' }), { place: '/srv/data', demoShoppers })).toBe(`
  Ajora is open at http://127.0.0.1:4000
  Console: http://127.0.0.1:4000/ops
  Data: /srv/data
  Payment sandbox: no real money moves.

`);
});

test('a real shop has no demonstration', () => {
  const live = {
    SANDBOX: '0',
    FLW_SECRET_KEY: 'FLWSECK-0123456789-X',
    FLW_SECRET_HASH: 'a-long-webhook-hash',
  };
  expect(formatStartMessage(readConfig(live), { place: 'DATABASE_URL', demoShoppers })).toBe(`
  Ajora is open at http://127.0.0.1:4000
  Console: http://127.0.0.1:4000/ops
  Data: DATABASE_URL

`);
});

test('a shop without an owner shows the link that makes one', () => {
  const firstOwnerLink = 'http://127.0.0.1:4000/ops/first-owner#ABC';
  const message = formatStartMessage(readConfig({ DEMO: '0' }), { place: '/srv/data', firstOwnerLink });
  expect(message).toContain(`
  The shop has no owner yet. This link makes the first one, once, within 24 hours:
    http://127.0.0.1:4000/ops/first-owner#ABC
`);
});

const PUBLIC_SANDBOX = {
  SANDBOX: '1',
  PUBLIC_URL: 'https://ajora.example',
  FLW_SECRET_KEY: 'FLWSECK_TEST-mine',
  FLW_SECRET_HASH: 'mine',
};

test('a shop behind a proxy that it was not told of says so', () => {
  const hidden = 'TRUST_PROXY is not set: behind a proxy all shoppers would count as one address.';
  const messageOf = (environment: Record<string, string>) =>
    formatStartMessage(readConfig({ ...PUBLIC_SANDBOX, ...environment }), {
      place: '/srv/data',
      demoShoppers,
    });
  expect(messageOf({})).toContain(hidden);
  expect(messageOf({ TRUST_PROXY: '10.0.0.1' })).not.toContain(hidden);
});
