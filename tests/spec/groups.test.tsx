// @vitest-environment happy-dom
import { phoneForFile } from '../support/phone.tsx';
import { groupStates } from './groups/group-states.ts';
import { policyText } from './groups/policy-text.ts';

const phone = phoneForFile();

groupStates(phone);
policyText(phone);
