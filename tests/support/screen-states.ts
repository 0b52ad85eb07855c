import { GUEST_SCREEN_STATES } from './guest-states.ts';
import { MEMBER_SCREEN_STATES } from './member-states.ts';
import { PURCHASE_SCREEN_STATES } from './purchase-states.ts';
import { SCREEN_TEST_CASES, type ScreenTestCase } from './screens.ts';
import { SHOP_SCREEN_STATES } from './shop-states.ts';

/** This list has all screens in all their states. */
export const ALL_SCREEN_TEST_CASES: readonly ScreenTestCase[] = [
  ...SCREEN_TEST_CASES,
  ...SHOP_SCREEN_STATES,
  ...GUEST_SCREEN_STATES,
  ...PURCHASE_SCREEN_STATES,
  ...MEMBER_SCREEN_STATES,
];
