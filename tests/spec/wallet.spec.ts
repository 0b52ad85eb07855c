import { specShopForFile } from '../support/spec-shop.ts';
import { walletColours } from './wallet/wallet-colours.ts';

const spec = specShopForFile();

walletColours(spec);
