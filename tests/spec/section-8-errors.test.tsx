// @vitest-environment happy-dom
import { phoneForFile } from '../support/phone.tsx';
import { accountFailures } from './section-8/account-failures.ts';
import { memberFailures } from './section-8/member-failures.ts';
import { noticeTexts } from './section-8/notice-texts.ts';
import { paymentFailures } from './section-8/payment-failures.ts';
import { shopFailures } from './section-8/shop-failures.tsx';

const phone = phoneForFile();

accountFailures(phone);
noticeTexts(phone);
shopFailures(phone);
memberFailures(phone);
paymentFailures(phone);
