import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { attachToastHost, dismissToasts, type ToastRequest } from '../../../ui/message/toast.ts';
import { PaymentMethodFields } from './PaymentMethodFields.tsx';

let toasts: ToastRequest[] = [];
beforeEach(() => {
  dismissToasts();
  toasts = [];
  attachToastHost({ show: (request) => toasts.push(request), dismiss: () => undefined });
});

function Choice({ total, balance }: { total: number; balance: number | null }) {
  const [walletUse, setWalletUse] = useState(0);
  return (
    <>
      <PaymentMethodFields
        totalNaira={total}
        balanceNaira={balance}
        walletUse={walletUse}
        onWalletUse={setWalletUse}
      />
      <output aria-label="used">{walletUse}</output>
    </>
  );
}
const used = () => Number(screen.getByLabelText('used').textContent);
const amount = () => screen.getByRole('spinbutton', { name: 'Amount from wallet' });

test('an empty wallet offers no dead choices: one line says how it is paid', () => {
  render(<Choice total={9_500} balance={0} />);
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  expect(screen.getByText('Pay ₦9,500 by card. Your wallet is empty.')).toBeDefined();
  expect(screen.queryByRole('spinbutton')).toBeNull();
});

test('half of the total, rounded down, is the shortcut of Wallet + card', async () => {
  render(<Choice total={61_551} balance={90_000} />);
  await userEvent.click(screen.getByRole('radio', { name: /Wallet \+ card/ }));
  expect(used()).toBe(30_775);
});

test('the shortcut never takes more than the balance', async () => {
  render(<Choice total={61_550} balance={18_500} />);
  await userEvent.click(screen.getByRole('radio', { name: /Wallet \+ card/ }));
  expect(used()).toBe(18_500);
  expect(screen.getByText('Balance: ₦18,500. Use multiples of ₦100.')).toBeDefined();
  expect(screen.getByText('Use part of your wallet, pay the rest by card')).toBeDefined();
});

test('Wallet only needs the whole total', async () => {
  const { rerender } = render(<Choice total={5_000} balance={4_999} />);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Wallet only/ }).disabled).toBe(true);
  expect(screen.getByText('Balance ₦4,999 is less than the total')).toBeDefined();
  rerender(<Choice total={5_000} balance={5_000} />);
  expect(screen.getByText('Pay ₦5,000 from your wallet')).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: /Wallet only/ }));
  expect(used()).toBe(5_000);
});

test('any whole naira is valid, and the mode follows the amount', async () => {
  render(<Choice total={5_000} balance={9_000} />);
  await userEvent.clear(amount());
  await userEvent.type(amount(), '1234');
  expect(used()).toBe(1_234);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Wallet \+ card/ }).checked).toBe(true);
  await userEvent.clear(amount());
  await userEvent.type(amount(), '5000');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Wallet only/ }).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: /Card only/ }));
  expect(used()).toBe(0);
});

test('more than the wallet allows is cut, with a warning', async () => {
  render(<Choice total={61_550} balance={18_500} />);
  await userEvent.clear(amount());
  await userEvent.type(amount(), '20000');
  expect(used()).toBe(18_500);
  expect(toasts.at(-1)).toMatchObject({
    kind: 'warning',
    message: 'You can only use up to ₦18,500 from your wallet. You have ₦18,500 available.',
  });
});

test('all that the wallet allows is taken without a word', async () => {
  render(<Choice total={61_550} balance={18_500} />);
  await userEvent.clear(amount());
  await userEvent.type(amount(), '18500');
  expect(used()).toBe(18_500);
  expect(toasts).toEqual([]);
});

test('an emptied amount stays empty while it is typed, and is none once it is left', async () => {
  render(<Choice total={61_550} balance={18_500} />);
  await userEvent.clear(amount());
  expect(amount()).toHaveProperty('value', '');
  await userEvent.tab();
  expect(amount()).toHaveProperty('value', '0');
  expect(used()).toBe(0);
});

test('a card part below ₦100 shrinks the wallet part and says why', async () => {
  render(<Choice total={5_000} balance={9_000} />);
  await userEvent.clear(amount());
  await userEvent.type(amount(), '4950');
  expect(used()).toBe(4_900);
  expect(screen.getByText('Card payments start at ₦100')).toBeDefined();
});

test('no choice rests on a balance that was not fetched', () => {
  render(<Choice total={5_000} balance={null} />);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Wallet only/ }).disabled).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Wallet \+ card/ }).disabled).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Card only/ }).checked).toBe(true);
  expect(amount()).toHaveProperty('disabled', true);
});

test('one naira in the wallet is enough to use it, and none is the least', () => {
  const { rerender } = render(<Choice total={5_000} balance={null} />);
  const both = screen.getByRole<HTMLInputElement>('radio', { name: /Wallet \+ card/ });
  expect(both.disabled).toBe(true);
  rerender(<Choice total={5_000} balance={1} />);
  expect(both.disabled).toBe(false);
  expect(amount().getAttribute('min')).toBe('0');
});
