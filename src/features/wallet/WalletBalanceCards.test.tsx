import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WalletBalanceCards } from './WalletBalanceCards.tsx';

test.each([
  [0, 0, 'Referral EarningsGrowing₦0Total earned from referralsReward Card'],
  [1, 500, 'Referral Earnings1 round₦500Completed 1 round(s)Reward Card'],
  [2, 1_000, 'Referral Earnings2 rounds₦1,000Completed 2 round(s)Reward Card'],
])('the green card after %i rounds', (rounds, earnedNaira, words) => {
  render(<WalletBalanceCards balanceNaira={0} heldNaira={0} earnings={{ rounds, earnedNaira }} />);
  expect(screen.getByRole('region', { name: 'Referral Earnings' }).textContent).toBe(words);
});

test.each([
  [0, 'Wallet Balance₦18,500Ready to use at checkout'],
  [1, 'Wallet Balance₦18,500₦1 is on hold for a payment in progress'],
])('the red card with ₦%i held', (heldNaira, words) => {
  const earnings = { rounds: 0, earnedNaira: 0 };
  render(<WalletBalanceCards balanceNaira={18_500} heldNaira={heldNaira} earnings={earnings} />);
  expect(screen.getByRole('region', { name: 'Wallet Balance' }).textContent).toBe(words);
});
