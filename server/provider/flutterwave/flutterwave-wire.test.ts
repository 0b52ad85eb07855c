import { describe, expect, it } from 'vitest';
import {
  flutterwaveNairaToKobo,
  koboToFlutterwaveNaira,
  parseFlutterwaveEnvelope,
  parseFlutterwaveTransaction,
} from './flutterwave-wire.ts';

describe('naira of the provider and kobo of ours', () => {
  it.each([
    [0, 0],
    [1, 100],
    [13_800, 1_380_000],
    [0.1 + 0.2, 30],
    [1_234.56, 123_456],
    [19.99, 1_999],
  ])('₦%d is %d kobo', (amountNaira, amountKobo) => {
    expect(flutterwaveNairaToKobo(amountNaira)).toBe(amountKobo);
  });

  it('survives the way there and back', () => {
    for (let amountKobo = 0; amountKobo < 100_000; amountKobo += 7) {
      expect(flutterwaveNairaToKobo(koboToFlutterwaveNaira(amountKobo))).toBe(amountKobo);
    }
  });

  it('is never made of something that is no number', () => {
    expect(() => flutterwaveNairaToKobo(Number.NaN)).toThrow(RangeError);
    expect(() => flutterwaveNairaToKobo(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});

const GOOD = { id: 7, tx_ref: 'gb-1', amount: 100, currency: 'NGN', status: 'successful' };

describe('a transaction of the provider', () => {
  it('is judged by amount and data.status, not by what the payer was charged', () => {
    const data = {
      ...GOOD,
      charged_amount: 101.4,
      processor_response: 'Approved',
      created_at: '2026-01-01T00:00:00Z',
    };
    expect(parseFlutterwaveTransaction(data)).toEqual({
      id: '7',
      reference: 'gb-1',
      status: 'successful',
      amountKobo: 10_000,
      currency: 'NGN',
      reason: 'Approved',
      createdAt: '2026-01-01T00:00:00Z',
    });
  });

  it.each(['new', 'success-pending-validation', 'SUCCESS', ''])(
    'with the status %j is still open',
    (status) => {
      expect(parseFlutterwaveTransaction({ ...GOOD, status })).toMatchObject({ status: 'pending' });
    },
  );

  it('may be worth nothing, or less than a naira', () => {
    expect(parseFlutterwaveTransaction({ ...GOOD, amount: 0 })).toMatchObject({ amountKobo: 0 });
    expect(parseFlutterwaveTransaction({ ...GOOD, amount: 0.5 })).toMatchObject({ amountKobo: 50 });
  });

  it('comes with texts that the database can keep', () => {
    const odd = {
      processor_response: 'App\0roved \ud83d by \ud83d\ude00\udc00',
      currency: 'N\0GN',
      tx_ref: 'gb-\ud8001',
    };
    expect(parseFlutterwaveTransaction({ ...GOOD, ...odd, created_at: '\0' })).toMatchObject({
      reason: 'Approved \ufffd by \ud83d\ude00\ufffd',
      currency: 'NGN',
      reference: 'gb-\ufffd1',
      createdAt: '',
    });
    expect(
      parseFlutterwaveTransaction({ ...GOOD, processor_response: 'x'.repeat(10_000) })?.reason,
    ).toHaveLength(500);
  });

  it.each([
    ['no amount', { amount: undefined }],
    ['an amount in words', { amount: '100' }],
    ['less than nothing', { amount: -1 }],
    ['no currency', { currency: null }],
    ['no status', { status: undefined }],
    ['no id', { id: undefined }],
    ['a fractional id', { id: 1.5 }],
    ['a huge id', { id: 2 ** 60 }],
    ['an amount too large to be exact', { amount: 1e15 }],
    ['an amount beyond all numbers', { amount: 1e308 }],
  ])('with %s is not read at all', (_, change) => {
    expect(parseFlutterwaveTransaction({ ...GOOD, ...change })).toBeNull();
  });
});

it.each([null, 'success', [], { message: 'x' }, { status: 'ok' }])(
  '%j is no answer of the provider',
  (body) => {
    expect(parseFlutterwaveEnvelope(body)).toBeNull();
  },
);
