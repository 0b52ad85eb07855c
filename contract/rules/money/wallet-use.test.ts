import { describe, expect, it } from 'vitest';
import { choosePaymentMethod } from './payment-method.ts';
import {
  adjustWalletAmountForCardMinimum,
  calculateUsableWalletAmount,
  calculateWalletAmountForEvenSplit,
  clampWalletAmount,
} from './wallet-use.ts';

describe('the way a total is paid', () => {
  it.each([
    [0, 'flutterwave_only'],
    [1, 'wallet_and_flutterwave'],
    [9_999, 'wallet_and_flutterwave'],
    [10_000, 'wallet_only'],
    [10_001, 'wallet_only'],
  ])('%i of ₦10,000 from the wallet is %s', (wallet, mode) => {
    expect(choosePaymentMethod(wallet, 10_000)).toBe(mode);
  });
});

describe('the amount from the wallet', () => {
  it('stays between 0 and the lesser of balance and total', () => {
    for (const [balance, total] of [
      [500, 900],
      [900, 500],
      [0, 500],
      [500, 0],
    ] as const) {
      for (const typed of [-5, 0, 1, 99.9, 499, 500, 501, 10_000, Number.NaN]) {
        const used = clampWalletAmount(typed, balance, total);
        expect(used).toBeGreaterThanOrEqual(0);
        expect(used).toBeLessThanOrEqual(calculateUsableWalletAmount(balance, total));
        expect(Number.isInteger(used)).toBe(true);
      }
    }
    expect(clampWalletAmount(437, 500, 900)).toBe(437);
    expect([
      calculateUsableWalletAmount(0, 500),
      calculateUsableWalletAmount(500, 0),
      calculateUsableWalletAmount(-5, 500),
    ]).toEqual([0, 0, 0]);
  });

  it('halves the total, rounded down, for wallet and card', () => {
    expect(calculateWalletAmountForEvenSplit(10_000, 999)).toBe(499);
    expect(calculateWalletAmountForEvenSplit(200, 999)).toBe(200);
    expect([calculateWalletAmountForEvenSplit(0, 999), calculateWalletAmountForEvenSplit(500, 1)]).toEqual([
      0, 0,
    ]);
  });

  it('never leaves the card a part that it does not take', () => {
    for (let total = 100; total <= 400; total += 7) {
      for (let wallet = 0; wallet <= total; wallet += 1) {
        const fitted = adjustWalletAmountForCardMinimum(wallet, total);
        const card = total - fitted.walletNaira;
        expect(card === 0 || card >= 100).toBe(true);
        expect(fitted.walletNaira).toBeLessThanOrEqual(wallet);
        expect(fitted.isShrunk).toBe(fitted.walletNaira < wallet);
      }
    }
    expect(adjustWalletAmountForCardMinimum(950, 1000)).toEqual({ walletNaira: 900, isShrunk: true });
    expect(adjustWalletAmountForCardMinimum(1000, 1000)).toEqual({ walletNaira: 1000, isShrunk: false });
  });
});
