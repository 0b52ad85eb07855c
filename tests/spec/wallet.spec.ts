import { registerSpecShopForFile } from '../support/spec-shop.ts';
import { walletColours } from './wallet/wallet-colours.ts';

const spec = registerSpecShopForFile();

walletColours(spec);
