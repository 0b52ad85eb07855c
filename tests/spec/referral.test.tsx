// @vitest-environment happy-dom
import { registerPhoneForFile } from '../support/phone.tsx';
import { referralScreen } from './referral/referral-screen.ts';
import { referralStates } from './referral/referral-states.ts';

const phone = registerPhoneForFile({ BRAND_NAME: 'Oja Wa' });

referralScreen(phone);
referralStates(phone);
