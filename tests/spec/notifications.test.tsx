// @vitest-environment happy-dom
import { registerPhoneForFile } from '../support/phone.tsx';
import { liveLine } from './notifications/live-line.ts';
import { notificationEntities } from './notifications/notification-entities.ts';
import { notificationPanel } from './notifications/notification-panel.ts';
import { notificationStates } from './notifications/notification-states.ts';
import { notificationTexts } from './notifications/notification-texts.ts';
import { popUpStates } from './notifications/pop-up-states.tsx';

const phone = registerPhoneForFile();

notificationPanel(phone);
notificationEntities(phone);
notificationStates(phone);
notificationTexts(phone);
popUpStates();
liveLine(phone);
