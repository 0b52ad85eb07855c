import { specShopForFile } from '../support/spec-shop.ts';
import { liveSocket } from './notifications/live-socket.ts';

const spec = specShopForFile();

liveSocket(spec);
