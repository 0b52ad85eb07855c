import { registerSpecShopForFile } from '../support/spec-shop.ts';
import { liveSocket } from './notifications/live-socket.ts';

const spec = registerSpecShopForFile();

liveSocket(spec);
