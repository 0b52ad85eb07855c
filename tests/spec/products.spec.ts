import { registerSpecShopForFile } from '../support/spec-shop.ts';
import { homeScreen } from './products/home-screen.ts';
import { productScreen } from './products/product-screen.ts';

const spec = registerSpecShopForFile({
  GROUP_CHAT_URL: 'https://chat.whatsapp.com/invite',
  PRESS_URL: 'https://news.example/story',
});

homeScreen(spec);
productScreen(spec);
