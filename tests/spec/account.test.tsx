// @vitest-environment happy-dom
import { registerPhoneForFile } from '../support/phone.tsx';
import { accountCalls } from './account/account-calls.ts';
import { accountFailures } from './account/account-failures.ts';
import { accountRules } from './account/account-rules.ts';
import { accountScreens } from './account/account-screens.ts';
import { guestScreens } from './account/guest-screens.ts';
import { recoveryRules } from './account/recovery-rules.ts';
import { recoveryStates } from './account/recovery-states.ts';
import { sessionStates } from './account/session-states.tsx';

const phone = registerPhoneForFile({ BRAND_NAME: 'Oja Wa' });

guestScreens(phone);
accountScreens(phone);
sessionStates(phone);
recoveryStates(phone);
accountRules(phone);
recoveryRules(phone);
accountCalls(phone);
accountFailures(phone);
