// @vitest-environment happy-dom
import { registerPhoneForFile } from '../support/phone.tsx';
import { moneyFigures } from './wallet/money-figures.ts';
import { walletScreen } from './wallet/wallet-screen.ts';

const phone = registerPhoneForFile();

walletScreen(phone);
moneyFigures(phone);
