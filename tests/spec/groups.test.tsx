// @vitest-environment happy-dom
import { registerPhoneForFile } from '../support/phone.tsx';
import { groupStates } from './groups/group-states.ts';
import { policyText } from './groups/policy-text.ts';

const phone = registerPhoneForFile();

groupStates(phone);
policyText(phone);
