// @vitest-environment happy-dom
import { phoneForFile } from '../support/phone.tsx';
import { cartEntities } from './section-3/cart-entities.ts';
import { clientState } from './section-3/client-state.tsx';
import { memberEntities } from './section-3/member-entities.ts';
import { notificationEntities } from './section-3/notification-entities.ts';
import { shopEntities } from './section-3/shop-entities.ts';

const phone = phoneForFile();

clientState(phone);
shopEntities(phone);
notificationEntities(phone);
cartEntities(phone);
memberEntities(phone);
