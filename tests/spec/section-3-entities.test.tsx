// @vitest-environment happy-dom
import { phoneForFile } from '../support/phone.tsx';
import { cartEntities } from './section-3/cart-entities.ts';
import { clientState } from './section-3/client-state.tsx';
import { memberEntities } from './section-3/member-entities.ts';
import { noticeEntities } from './section-3/notice-entities.ts';
import { shopEntities } from './section-3/shop-entities.ts';

const phone = phoneForFile();

clientState(phone);
shopEntities(phone);
noticeEntities(phone);
cartEntities(phone);
memberEntities(phone);
