import { useState } from 'react';
import { Link } from 'react-router-dom';
import { screenPaths } from '../../lib/paths.ts';
import { useShopConfig } from '../../lib/query/shop-config.ts';
import { useLazyComponent } from '../../lib/react/use-lazy-component.tsx';
import { useSession } from '../../lib/session/session.ts';
import { IconButton } from '../../ui/control/IconButton.tsx';
import { BrandLogo } from '../../ui/icon/BrandLogo.tsx';
import { useMayLoadDeferredCode } from '../start/deferred-code.ts';
import styles from './Header.module.css';
import { HeaderCartLink } from './HeaderCartLink.tsx';
import { HeaderNotificationBell } from './HeaderNotificationBell.tsx';

const loadMenu = () => import('./MenuDrawer.tsx');

/** Shows the buttons for guests or members. A marker on `<html>` selects the buttons before the session is known. */
export function Header() {
  const { status } = useSession();
  const brand = useShopConfig()?.brandName;
  const [isMenuOpen, setMenuOpen] = useState(false);
  // A tap loads the menu at once, also before the page is idle.
  const isIdle = useMayLoadDeferredCode();
  const Menu = useLazyComponent(loadMenu, isIdle || isMenuOpen);
  return (
    <header className={styles.header}>
      <div>
        <span>
          {status !== 'visitor' && (
            <span className="member-only">
              <HeaderCartLink />
            </span>
          )}
        </span>
        <Link className={styles.logo} to={screenPaths.home} aria-label={brand ? `${brand}, home` : 'Home'}>
          <BrandLogo name={brand} />
        </Link>
        <span className={styles.end}>
          {status !== 'visitor' && (
            <span className="member-only">
              <HeaderNotificationBell />
            </span>
          )}
          <IconButton
            icon="menu"
            label="Menu"
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            aria-busy={(isMenuOpen && !Menu) || undefined}
            onClick={() => setMenuOpen(!isMenuOpen)}
          />
        </span>
      </div>
      {isMenuOpen && Menu && <Menu onClose={() => setMenuOpen(false)} />}
    </header>
  );
}
