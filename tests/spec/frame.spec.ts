import { registerSpecShopForFile } from '../support/spec-shop.ts';
import { frameScreens } from './frame/frame-screens.ts';
import { routeAccess } from './frame/route-access.ts';

const spec = registerSpecShopForFile();

routeAccess(spec);
frameScreens(spec);
