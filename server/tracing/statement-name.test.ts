import { expect, it } from 'vitest';
import { nameStatement } from './statement-name.ts';

it.each([
  ['SELECT id FROM users WHERE id = $1 FOR UPDATE SKIP LOCKED', 'SELECT users'],
  ['SELECT o.id FROM orders o JOIN payments p ON p.id = o.payment_id', 'SELECT orders, SELECT payments'],
  ['INSERT INTO carts (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET id = $1 RETURNING id', 'INSERT carts'],
  ['DELETE FROM sessions WHERE id = ANY ($1)', 'DELETE sessions'],
  [
    'WITH due AS (SELECT id FROM groups), gone AS MATERIALIZED (SELECT 1) UPDATE orders SET x = 1 FROM due, gone',
    'SELECT groups, UPDATE orders',
  ],
  [
    'SELECT count(*) FROM unnest($1::text[]) w CROSS JOIN LATERAL (SELECT 1 FROM outbox) due',
    'SELECT outbox',
  ],
  ['SELECT * FROM settle_payment($1)', 'SELECT settle_payment'],
  ['SELECT lock_signed_in($1, $2)', 'SELECT lock_signed_in'],
  ["SET LOCAL lock_timeout = '4s'", 'SET'],
  ['', 'unknown'],
])('%s', (text, name) => {
  expect(nameStatement(text)).toBe(name);
});
