// @vitest-environment happy-dom
import { registerPhoneForFile } from '../support/phone.tsx';
import { cartEntities } from './checkout/cart-entities.ts';
import { paymentFailures } from './checkout/payment-failures.ts';
import { paymentStates } from './checkout/payment-states.ts';
import { purchaseRules } from './checkout/purchase-rules.ts';
import { purchaseScreens } from './checkout/purchase-screens.ts';

const phone = registerPhoneForFile();

purchaseScreens(phone);
cartEntities(phone);
paymentStates(phone);
purchaseRules(phone);
paymentFailures(phone);
