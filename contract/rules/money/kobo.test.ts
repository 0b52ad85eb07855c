import { describe, expect, it } from 'vitest';
import { koboToNaira, koboToNairaRoundedUp, nairaToKobo } from './kobo.ts';

describe('naira and kobo', () => {
  it.each([
    [0, 0],
    [70_000, 700],
    [70_001, 701],
    [70_050, 701],
    [70_099, 701],
  ])('%d kobo are credited as ₦%d', (amountKobo, amountNaira) => {
    expect(koboToNairaRoundedUp(amountKobo)).toBe(amountNaira);
  });

  it('turns naira into kobo and back without loss', () => {
    for (const naira of [0, 1, 99, 500, 51_500, 90_071_992_547_409]) {
      expect(koboToNaira(nairaToKobo(naira))).toBe(naira);
    }
  });

  it('refuses what a screen could not show whole', () => {
    expect(() => koboToNaira(150)).toThrow(RangeError);
    expect(() => nairaToKobo(1.5)).toThrow(RangeError);
    expect(() => nairaToKobo(Number.MAX_SAFE_INTEGER)).toThrow(RangeError);
  });
});
