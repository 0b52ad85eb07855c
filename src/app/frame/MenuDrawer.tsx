import { Link, useLocation } from 'react-router-dom';
import { screenPaths } from '../../lib/paths.ts';
import { useShopConfig } from '../../lib/query/shop-config.ts';
import { useSession } from '../../lib/session/session.ts';
import { IconButton } from '../../ui/control/IconButton.tsx';
import { BrandLogo } from '../../ui/icon/BrandLogo.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import type { IconName } from '../../ui/icon/icon-paths.ts';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { InstallMenuEntry } from './InstallMenuEntry.tsx';
import styles from './MenuDrawer.module.css';
import { SignOutMenuEntry } from './SignOutMenuEntry.tsx';

interface Entry {
  to: string;
  label: string;
  icon: IconName;
}

const EVERYBODY: readonly Entry[] = [
  { to: screenPaths.home, label: 'Home', icon: 'home' },
  { to: screenPaths.about, label: 'About Us', icon: 'info' },
  { to: screenPaths.contact, label: 'Contact', icon: 'mail' },
];
const VISITORS: readonly Entry[] = [
  { to: screenPaths.register, label: 'Sign Up', icon: 'user' },
  { to: screenPaths.signIn, label: 'Login', icon: 'lock' },
  { to: screenPaths.forgotPassword, label: 'Forgot Password', icon: 'key' },
];
const MEMBERS: readonly Entry[] = [
  { to: screenPaths.cart, label: 'Cart', icon: 'cart' },
  { to: screenPaths.account, label: 'My Account', icon: 'user' },
  { to: screenPaths.wallet, label: 'Wallet', icon: 'wallet' },
  { to: screenPaths.referral, label: 'Referral Program', icon: 'gift' },
];

/** Lists the links for guests or members. @source spec section 2 */
export default function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation();
  const isMember = useSession().status === 'member';
  const brand = useShopConfig()?.brandName;
  const entries = [...EVERYBODY, ...(isMember ? MEMBERS : VISITORS)];
  return (
    <Drawer label="Menu" width="menu" onClose={onClose}>
      {(close) => (
        <>
          <div className={styles.top}>
            <Link className={styles.logo} to={screenPaths.home} replace aria-label="Home" onClick={close}>
              <BrandLogo name={brand} />
            </Link>
            <IconButton icon="close" label="Close menu" onClick={close} />
          </div>
          <nav className={styles.menu} aria-label="Main">
            <ul>
              {entries.map(({ to, label, icon }) => (
                <li key={to}>
                  {/* The link replaces the drawer's history entry, so that Back does not open the menu again. */}
                  <Link to={to} replace aria-current={to === pathname ? 'page' : undefined} onClick={close}>
                    <Icon name={icon} />
                    <span>{label}</span>
                  </Link>
                </li>
              ))}
              <InstallMenuEntry onLeave={close} />
              {isMember && (
                <li>
                  <SignOutMenuEntry onLeave={close} />
                </li>
              )}
            </ul>
          </nav>
        </>
      )}
    </Drawer>
  );
}
