import { specShopForFile } from '../support/spec-shop.ts';
import { frameScreens } from './frame/frame-screens.ts';
import { routeAccess } from './frame/route-access.ts';

const spec = specShopForFile();

routeAccess(spec);
frameScreens(spec);
