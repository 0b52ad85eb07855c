// @vitest-environment happy-dom
import { phoneForFile } from '../support/phone.tsx';
import { groupStates } from './section-4/group-states.ts';
import { homeStates } from './section-4/home-states.ts';
import { imageStates } from './section-4/image-states.tsx';
import { notificationStates } from './section-4/notification-states.ts';
import { paymentStates } from './section-4/payment-states.ts';
import { popUpStates } from './section-4/pop-up-states.tsx';
import { recoveryStates } from './section-4/recovery-states.ts';
import { referralStates } from './section-4/referral-states.ts';
import { sessionStates } from './section-4/session-states.tsx';

const phone = phoneForFile();

sessionStates(phone);
notificationStates(phone);
homeStates(phone);
imageStates();
groupStates(phone);
recoveryStates(phone);
paymentStates(phone);
referralStates(phone);
popUpStates();
