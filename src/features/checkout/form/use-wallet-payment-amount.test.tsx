import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useWalletPaymentAmount } from './use-wallet-payment-amount.ts';

beforeEach(() => sessionStorage.clear());
const used = (balanceNaira: number | null) =>
  renderHook(() => useWalletPaymentAmount(5_000, balanceNaira)).result;

test('nothing is taken from the wallet until the shopper says so', () => {
  expect(used(9_000).current).toMatchObject({ walletUse: 0, awaitsBalance: false });
  expect(used(null).current).toMatchObject({ walletUse: 0, awaitsBalance: false });
});

test('the amount goes on to the next page of this tab, and waits for the balance there', () => {
  const cart = used(9_000);
  act(() => cart.current.setWalletUse(2_000));
  expect(cart.current).toMatchObject({ walletUse: 2_000, awaitsBalance: false });
  expect(used(null).current).toMatchObject({ walletUse: 0, awaitsBalance: true });
  expect(used(1_500).current).toMatchObject({ walletUse: 1_500, awaitsBalance: false });
});
