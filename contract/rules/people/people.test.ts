import { describe, expect, it } from 'vitest';
import { formatTimeAgo } from '../time/time-ago.ts';
import { getPhoneNumberError, getSignUpPhoneError } from './phone.ts';
import {
  calculateNextBonusThreshold,
  calculateReferralEarningsNaira,
  countEarnedReferralBonuses,
  estimateReferralCountFromBalance,
} from './referral-round.ts';
import { formatFirstName, formatInitials, formatShortName } from './short-name.ts';

describe('phone numbers', () => {
  it.each([
    ['', 'Phone number is required'],
    ['+234', 'Phone number is required'],
    ['08035550142', 'Please enter a valid Nigerian WhatsApp number starting with +234'],
    ['+2338035550142', 'Please enter a valid Nigerian WhatsApp number starting with +234'],
    ['+234803555014', 'Please enter a valid 11-digit Nigerian phone number'],
    ['+23480355501423', 'Please enter a valid 11-digit Nigerian phone number'],
    ['+234803555014x', 'Please enter a valid 11-digit Nigerian phone number'],
    ['+2348035550142', null],
  ])('registration answers %j with %j', (phone, error) => {
    expect(getSignUpPhoneError(phone)).toBe(error);
  });

  it('asks for ten digits elsewhere', () => {
    expect(getPhoneNumberError('+2348035550142')).toBeNull();
    expect(getPhoneNumberError('08035550142')).toBe(
      'Please enter a valid Nigerian phone number starting with +234 followed by 10 digits',
    );
  });
});

describe('referral rounds', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 1],
    [5, 1],
    [6, 2],
  ])('%i referrals are %i rounds', (count, rounds) => {
    expect(countEarnedReferralBonuses(count)).toBe(rounds);
    expect(calculateReferralEarningsNaira(rounds)).toBe(rounds * 500);
  });

  it('estimates referrals by the balance and sets the next threshold by the rounds paid', () => {
    expect(estimateReferralCountFromBalance(1499)).toBe(6);
    expect(estimateReferralCountFromBalance(499)).toBe(0);
    expect(calculateNextBonusThreshold(0)).toBe(3);
    expect(calculateNextBonusThreshold(2)).toBe(9);
  });
});

describe('what others may see', () => {
  it.each([
    ['Ada Obi', 'Ada O.'],
    ['  Ngozi  Chidi  Okafor ', 'Ngozi O.'],
    ['Emeka', 'Emeka'],
    ['Oluwaseunfunmilayoadebukola Ade', 'Oluwaseunfunmilayoad A.'],
    ['', ''],
  ])('shortens %j to %j', (full, short) => {
    expect(formatShortName(full)).toBe(short);
  });

  it.each([
    [0, 'Just now'],
    [59_999, 'Just now'],
    [60_000, '1m ago'],
    [3_599_999, '59m ago'],
    [3_600_000, '1h ago'],
    [86_399_999, '23h ago'],
    [86_400_000, '1d ago'],
    [-60_000, 'Just now'],
    [Number.NaN, 'Just now'],
  ])('%i ms ago is %s', (ms, shown) => {
    expect(formatTimeAgo(1_000_000_000 - ms, 1_000_000_000)).toBe(shown);
  });
});

it.each([
  ['Ada Ngozi Obi', 'Ada', 'AO'],
  [' ada ', 'ada', 'AD'],
  ['\u{1F600}b Obi', '\u{1F600}b', '\u{1F600}O'],
  ['', '', ''],
])('of %j others see %j or %j', (name, first, initials) => {
  expect(formatFirstName(name)).toBe(first);
  expect(formatInitials(name)).toBe(initials);
});
