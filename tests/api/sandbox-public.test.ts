import { describe, expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { PUBLIC_SANDBOX_SETTINGS } from '../support/public-sandbox.ts';

/** A demonstration shop behind a proxy that replaces the Host header and does not forward the visitor's address. */

const PUBLISHED_KEY = 'FLWSECK_TEST-sandbox';
const local = openFixtureForFile(startTestApi);
const open = openFixtureForFile(() => startTestApi({ env: PUBLIC_SANDBOX_SETTINGS }));

type Shop = typeof open;
const list = ({ inject }: Shop, key: string) =>
  inject({ method: 'GET', url: '/v3/transactions', headers: { authorization: `Bearer ${key}` } });

test('its payers are told to nobody who has only read the source', async () => {
  expect((await list(open, PUBLISHED_KEY)).statusCode).toBe(401);
  expect((await list(open, PUBLIC_SANDBOX_SETTINGS.FLW_SECRET_KEY)).statusCode).toBe(200);
});

describe.each(['scenario', 'reset', 'refund', 'chargeback', 'settlement', 'transactions'])(
  '/sandbox/%s',
  (name) => {
    const pull = ({ inject }: Shop) =>
      inject({
        method: name === 'transactions' ? 'GET' : 'POST',
        url: `/sandbox/${name}`,
        headers: { host: '127.0.0.1:4000', 'content-type': 'application/json' },
        payload: '{}',
      });

    test('is there on this machine, and nowhere else', async () => {
      expect((await pull(local)).json()).not.toMatchObject({ code: 'not_found' });
      expect((await pull(open)).json()).toMatchObject({ code: 'not_found' });
    });
  },
);
