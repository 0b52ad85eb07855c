import { expect, test } from 'vitest';
import { getBonusProgress } from './bonus-progress.ts';

test.each([
  [0, 3, 0, 0, '3 more referral(s) to unlock your bonus', 'Earn ₦500 bonus when you refer 3 friends!'],
  [2, 3, 0, 2, '1 more referral(s) to unlock your bonus', 'Earn ₦500 bonus when you refer 3 friends!'],
  [
    3,
    3,
    0,
    3,
    "Congratulations! You've reached the bonus threshold!",
    'Bonus unlocked! It will be added to your wallet soon.',
  ],
  [
    14,
    15,
    4,
    2,
    '1 more referral(s) to unlock your bonus',
    'Bonus received! Keep referring for more rewards.',
  ],
])('%o of %o with %o rounds paid', (referralCount, nextBonusThreshold, rounds, current, message, footer) => {
  const view = getBonusProgress(
    { referralCount, nextBonusThreshold, completedRounds: rounds, totalEarnings: rounds * 500 },
    rounds * 500,
  );
  expect(view).toMatchObject({ current, needed: 3, message, footer });
});

test('completed rounds are told with what they brought', () => {
  const info = { referralCount: 14, nextBonusThreshold: 15, completedRounds: 4, totalEarnings: 2_000 };
  expect(getBonusProgress(info, 2_000).rounds).toBe('Completed rounds: 4 | Total earned: ₦2,000');
  const first = { ...info, completedRounds: 1, totalEarnings: 500 };
  expect(getBonusProgress(first, 500).rounds).toBe('Completed rounds: 1 | Total earned: ₦500');
  expect(getBonusProgress({ ...info, completedRounds: 0 }, 0).rounds).toBeNull();
});
