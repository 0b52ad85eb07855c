import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { SimulatedPhone } from '../../support/phone.tsx';

export const INFO = 'GET /api/referral/info';
export const STATS = 'GET /api/referral/stats';
export const LINK = 'https://shop.example/register?ref=ABCD2345';

type Answer = Record<string, unknown>;

/** Makes the shop answer that the member has referred nobody, except for the given fields. */
export function answerReferral(phone: SimulatedPhone, info: Answer = {}, stats: Answer = {}): void {
  const known = {
    ...{ success: true, referralCode: 'ABCD2345', referralLink: LINK, referredUsers: [] },
    ...{ hasReceivedBonus: false, referralCount: 0, nextBonusThreshold: 3, totalEarnings: 0 },
    ...{ totalReferrals: 0, completedRounds: 0, ...info },
  };
  const { totalReferrals, completedRounds } = known;
  const figures = {
    ...{ success: true, totalReferrals, bonusEarned: 0, nextBonusAt: 3, remainingForBonus: 3 },
    ...{ completedRounds, ...stats },
  };
  phone.line.fail(INFO, { status: 200, body: known });
  phone.line.fail(STATS, { status: 200, body: figures });
}

/** Opens the referral page and waits for both answers, without which it takes no bonus as received. */
export async function openReferral(phone: SimulatedPhone): Promise<void> {
  await phone.open('/referral');
  await screen.findAllByText(/^(ABCD2345|Something went wrong)$/);
  await waitFor(() =>
    expect(
      phone.queryClient
        .getQueryCache()
        .findAll({ queryKey: ['u'] })
        .filter(({ queryKey, state }) => queryKey.includes('referral') && state.data !== undefined),
    ).toHaveLength(2),
  );
}
