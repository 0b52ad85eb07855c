import { GUEST_STATES } from './guest-states.ts';
import { MEMBER_STATES } from './member-states.ts';
import { PURCHASE_STATES } from './purchase-states.ts';
import { SCREENS, type Screen } from './screens.ts';
import { SHOP_STATES } from './shop-states.ts';

/** This list has all screens in all their states. */
export const SCREENS_AND_STATES: readonly Screen[] = [
  ...SCREENS,
  ...SHOP_STATES,
  ...GUEST_STATES,
  ...PURCHASE_STATES,
  ...MEMBER_STATES,
];
