import { specShopForFile } from '../support/spec-shop.ts';
import { cardPayment } from './section-4/card-payment.ts';
import { liveSocket } from './section-4/live-socket.ts';

const spec = specShopForFile();

cardPayment(spec);
liveSocket(spec);
