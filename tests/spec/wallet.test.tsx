// @vitest-environment happy-dom
import { phoneForFile } from '../support/phone.tsx';
import { moneyFigures } from './wallet/money-figures.ts';
import { walletScreen } from './wallet/wallet-screen.ts';

const phone = phoneForFile();

walletScreen(phone);
moneyFigures(phone);
