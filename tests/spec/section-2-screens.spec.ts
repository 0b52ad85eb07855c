import { specShopForFile } from '../support/spec-shop.ts';
import { frameScreens } from './section-2/frame-screens.ts';
import { homeScreen } from './section-2/home-screen.ts';
import { productScreen } from './section-2/product-screen.ts';
import { routeAccess } from './section-2/route-access.ts';
import { walletColours } from './section-2/wallet-colours.ts';

const spec = specShopForFile({
  GROUP_CHAT_URL: 'https://chat.whatsapp.com/invite',
  PRESS_URL: 'https://news.example/story',
});

routeAccess(spec);
frameScreens(spec);
homeScreen(spec);
productScreen(spec);
walletColours(spec);
