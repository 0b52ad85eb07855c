import { specShopForFile } from '../support/spec-shop.ts';
import { cardPayment } from './checkout/card-payment.ts';

const spec = specShopForFile();

cardPayment(spec);
