// @vitest-environment happy-dom
import { phoneForFile } from '../support/phone.tsx';
import { accountFailures } from './section-8/account-failures.ts';
import { memberFailures } from './section-8/member-failures.ts';
import { notificationTexts } from './section-8/notification-texts.ts';
import { paymentFailures } from './section-8/payment-failures.ts';
import { shopFailures } from './section-8/shop-failures.tsx';

const phone = phoneForFile();

accountFailures(phone);
notificationTexts(phone);
shopFailures(phone);
memberFailures(phone);
paymentFailures(phone);
