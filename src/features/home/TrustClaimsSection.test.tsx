import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { sampleShopConfig } from '../../../tests/support/screen-alone.tsx';
import { ReferralBanner } from './ReferralBanner.tsx';
import { TrustClaimsSection } from './TrustClaimsSection.tsx';

test('press and group chat are linked where the shop has them', () => {
  const { rerender } = render(<TrustClaimsSection config={sampleShopConfig} />);
  expect(screen.getByRole('region', { name: 'Why shoppers trust us' })).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
  const press = 'https://news.example/ajora';
  rerender(
    <TrustClaimsSection
      config={{ ...sampleShopConfig, pressUrl: press, groupChatUrl: 'https://chat.example/1' }}
    />,
  );
  expect(screen.getByRole('link', { name: 'Press coverage' }).getAttribute('href')).toBe(press);
  expect(screen.getByRole('link', { name: 'Join group chat' }).getAttribute('href')).toBe(
    'https://chat.example/1',
  );
});

test('what the shop does not claim has no place; without anything there is no block', () => {
  const none = { averageSavings: '', happyCustomers: '', support: '' };
  const { rerender } = render(<TrustClaimsSection config={{ ...sampleShopConfig, claims: none }} />);
  expect(screen.queryByRole('region')).toBeNull();
  rerender(
    <TrustClaimsSection
      config={{ ...sampleShopConfig, claims: { ...none, averageSavings: '12% average savings' } }}
    />,
  );
  expect(screen.getByRole('region').textContent).toBe('12% average savings12%average savings');
});

test('the referral banner says what a referral earns', () => {
  render(<ReferralBanner />, { wrapper: MemoryRouter });
  expect(screen.getByRole('region').textContent).toBe(
    '500 naira bonus for every 3 successful referralsUnlimited earningEasy trackingStart Earning Now',
  );
});
