// @vitest-environment happy-dom
import { registerPhoneForFile } from '../support/phone.tsx';
import { groupStates } from './groups/group-states.ts';
import { orderAgain } from './groups/order-again.ts';
import { policyText } from './groups/policy-text.ts';

const phone = registerPhoneForFile();

groupStates(phone);
orderAgain(phone);
policyText(phone);
