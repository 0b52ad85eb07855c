import { describe, expect, test } from 'vitest';
import { parseCardPageReturnParams, removeCardPageReturnParams } from './payment-return.ts';

describe('the address of a return', () => {
  test.each([
    ['?returned=true&success=true&reference=gb-1', { hint: 'success', reference: 'gb-1' }],
    ['?success&reference=gb-1', { hint: 'success', reference: 'gb-1' }],
    ['?success=1&reference=gb-1', { hint: 'success', reference: 'gb-1' }],
    ['?returned=true&cancelled=true&reference=gb-1', { hint: 'cancelled', reference: 'gb-1' }],
    ['?returned=true&reference=gb-1', { hint: 'returned', reference: 'gb-1' }],
    ['?failed=true', { hint: 'failed', reference: null }],
    ['?status=successful&tx_ref=gb-2&transaction_id=7', { hint: 'success', reference: 'gb-2' }],
    ['?status=completed&tx_ref=gb-2', { hint: 'success', reference: 'gb-2' }],
    ['?status=cancelled&tx_ref=gb-2', { hint: 'cancelled', reference: 'gb-2' }],
    ['?status=failed&tx_ref=gb-2', { hint: 'failed', reference: 'gb-2' }],
  ])('%s', (search, expected) => {
    expect(parseCardPageReturnParams(search)).toEqual(expected);
  });

  test('the worse news wins', () => {
    expect(parseCardPageReturnParams('?success=true&cancelled=true&failed=true&reference=a')?.hint).toBe(
      'failed',
    );
    expect(parseCardPageReturnParams('?success=true&cancelled=true&reference=a')?.hint).toBe('cancelled');
    expect(parseCardPageReturnParams('?status=successful&returned=true&tx_ref=a')?.hint).toBe('success');
  });

  test.each(['', '?utm=x', '?success=false', '?reference=gb-1', '?status=pending'])(
    '%s is no return',
    (search) => {
      expect(parseCardPageReturnParams(search)).toBeNull();
    },
  );

  test('a reference of another form is no reference', () => {
    expect(parseCardPageReturnParams('?success=1&reference=%3Cscript%3E')).toEqual({
      hint: 'success',
      reference: null,
    });
  });
});

test('everything of the return is taken out of the address, the rest stays', () => {
  expect(
    removeCardPageReturnParams(
      '?returned=true&success=true&reference=gb-1&status=x&tx_ref=1&transaction_id=2',
    ),
  ).toBe('');
  expect(removeCardPageReturnParams('?utm=chat&cancelled=true')).toBe('?utm=chat');
});
