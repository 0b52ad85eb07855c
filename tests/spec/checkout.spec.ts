import { registerSpecShopForFile } from '../support/spec-shop.ts';
import { cardPayment } from './checkout/card-payment.ts';

const spec = registerSpecShopForFile();

cardPayment(spec);
