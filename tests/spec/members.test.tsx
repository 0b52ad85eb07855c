// @vitest-environment happy-dom
import { registerPhoneForFile } from '../support/phone.tsx';
import { memberCalls } from './members/member-calls.ts';
import { memberEntities } from './members/member-entities.ts';
import { memberFailures } from './members/member-failures.ts';

const phone = registerPhoneForFile();

memberEntities(phone);
memberCalls(phone);
memberFailures(phone);
