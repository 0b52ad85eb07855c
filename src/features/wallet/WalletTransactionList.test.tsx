import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { WalletTransaction } from '#contract/schemas/wallet.ts';
import { ICON_PATHS } from '../../ui/icon/icon-paths.ts';
import { WalletTransactionList } from './WalletTransactionList.tsx';

test.each([
  ['credit', 'download', 'success', '+₦500'],
  ['debit', 'share', 'danger', '-₦500'],
] as const)('a %s is drawn with %s in %s', (type, icon, tone, amount) => {
  const transaction = { id: 'a', type, amount: 500, reason: 'TOPUP', description: '', metadata: {} };
  const transactions = [
    { ...transaction, createdAt: '2026-11-20T10:00:00.000Z' },
  ] as unknown as WalletTransaction[];
  const { container } = render(<WalletTransactionList transactions={transactions} />);
  expect(container.querySelector('path')?.getAttribute('d')).toBe(ICON_PATHS[icon]);
  expect(container.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe(tone);
  expect(container.textContent).toContain(amount);
});
