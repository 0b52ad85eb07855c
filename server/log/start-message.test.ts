import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { startMessage } from './start-message.ts';

test('a sandbox says where it is, where its data lie and who its shoppers are', () => {
  expect(startMessage(readConfig({ BRAND_NAME: 'Oja' }), '/srv/data')).toBe(`
  Oja is open at http://127.0.0.1:4000
  Data: /srv/data
  Payment sandbox: no real money moves.
  Demo shoppers:
    ada@demo.example  password: market day 1
    chidi@demo.example  password: market day 2

`);
});

test('an empty sandbox names no demo shoppers', () => {
  expect(startMessage(readConfig({ DEMO: '0' }), '/srv/data')).toBe(`
  Ajora is open at http://127.0.0.1:4000
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
  expect(startMessage(readConfig(live), 'DATABASE_URL')).toBe(`
  Ajora is open at http://127.0.0.1:4000
  Data: DATABASE_URL

`);
});
