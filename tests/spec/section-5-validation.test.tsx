// @vitest-environment happy-dom
import { phoneForFile } from '../support/phone.tsx';
import { accountRules } from './section-5/account-rules.ts';
import { purchaseRules } from './section-5/purchase-rules.ts';
import { recoveryRules } from './section-5/recovery-rules.ts';

const phone = phoneForFile();

accountRules(phone);
recoveryRules(phone);
purchaseRules(phone);
