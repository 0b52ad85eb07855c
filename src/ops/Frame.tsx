import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { OpsSessionReply } from '#contract/schemas/ops.ts';
import type { Elements } from '../lib/elements.ts';
import { Badge } from '../ui/Badge.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { FindBox } from './FindPage.tsx';
import styles from './Frame.module.css';
import { Navigation } from './Navigation.tsx';
import { HandOutKeeper } from './pickup/HandOutKeeper.tsx';

interface Props {
  session: OpsSessionReply['data'];
  children: Elements;
}

/** What stands around every screen: the find box, where one may go, who one is, the way out. */
export function Frame({ session, children }: Props) {
  const { key } = useLocation();
  // Of one visit of an address: whoever goes elsewhere has closed it.
  const [menuOf, setMenuOf] = useState<string | null>(null);
  return (
    <div className={styles.frame}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className={styles.bar}>
        <span className={`${styles.name} strong`}>
          <span translate="no">{session.brandName}</span> console
        </span>
        {session.may.includes('find') && <FindBox />}
        <span className={styles.menu}>
          <IconButton
            icon="menu"
            label="Menu"
            aria-haspopup="dialog"
            aria-expanded={menuOf === key}
            onClick={() => setMenuOf(key)}
          />
        </span>
        <div className={styles.side}>
          <Navigation session={session} />
        </div>
      </header>
      {menuOf === key && (
        <Drawer label="Menu" width="menu" onClose={() => setMenuOf(null)}>
          {(close) => (
            <>
              <div className={styles.top}>
                <span className="strong grow">
                  <span translate="no">{session.brandName}</span> console
                </span>
                <IconButton icon="close" label="Close menu" onClick={close} />
              </div>
              <Navigation session={session} replace />
            </>
          )}
        </Drawer>
      )}
      <main id="content" className="page stack" data-gap="4" tabIndex={-1}>
        {session.sandbox && (
          <p className={styles.sandbox}>
            <Badge>Sandbox: no real money moves</Badge>
          </p>
        )}
        <HandOutKeeper operator={session.name} />
        {children}
      </main>
    </div>
  );
}
