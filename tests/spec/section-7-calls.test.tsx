// @vitest-environment happy-dom
import { phoneForFile } from '../support/phone.tsx';
import { accountCalls } from './section-7/account-calls.ts';
import { liveLine } from './section-7/live-line.ts';
import { memberCalls } from './section-7/member-calls.ts';
import { retryRules } from './section-7/retry-rules.ts';
import { shopCalls } from './section-7/shop-calls.ts';

const phone = phoneForFile();

accountCalls(phone);
shopCalls(phone);
memberCalls(phone);
retryRules(phone);
liveLine(phone);
