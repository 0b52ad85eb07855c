// @vitest-environment happy-dom
import { phoneForFile } from '../support/phone.tsx';
import { accountScreens } from './section-2/account-screens.ts';
import { guestScreens } from './section-2/guest-screens.ts';
import { homeCards } from './section-2/home-cards.ts';
import { notificationPanel } from './section-2/notification-panel.ts';
import { purchaseScreens } from './section-2/purchase-screens.ts';
import { referralScreen } from './section-2/referral-screen.ts';
import { walletScreen } from './section-2/wallet-screen.ts';

const phone = phoneForFile({ BRAND_NAME: 'Oja Wa' });

homeCards(phone);
notificationPanel(phone);
guestScreens(phone);
accountScreens(phone);
purchaseScreens(phone);
referralScreen(phone);
walletScreen(phone);
