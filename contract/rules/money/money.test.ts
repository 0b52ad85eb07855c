import { describe, expect, it } from 'vitest';
import { formatInteger, formatNaira, formatSignedNaira } from './money.ts';

describe('money', () => {
  it.each([
    [0, '₦0'],
    [999, '₦999'],
    [1000, '₦1,000'],
    [51500, '₦51,500'],
    [1234567, '₦1,234,567'],
    [-19000, '-₦19,000'],
    ['2500', '₦2,500'],
    [null, '₦0'],
    [undefined, '₦0'],
    ['abc', '₦0'],
    ['', '₦0'],
    [Number.NaN, '₦0'],
    [Number.POSITIVE_INFINITY, '₦0'],
    [99.6, '₦100'],
  ])('shows %s as %s', (value, shown) => {
    expect(formatNaira(value)).toBe(shown);
  });

  it('groups the digits of every length in threes', () => {
    for (let digits = 1; digits <= 15; digits += 1) {
      const shown = formatInteger(Number('1'.repeat(digits)));
      expect(shown.replaceAll(',', '')).toBe('1'.repeat(digits));
      expect(
        shown
          .split(',')
          .slice(1)
          .every((part) => part.length === 3),
      ).toBe(true);
    }
  });

  it('always shows the sign of a wallet movement', () => {
    expect(formatSignedNaira(500)).toBe('+₦500');
    expect(formatSignedNaira(-19000)).toBe('-₦19,000');
    expect(formatSignedNaira(0)).toBe('+₦0');
  });
});
