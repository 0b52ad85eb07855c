import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { screenPaths } from '../../lib/paths.ts';
import { useShopConfig } from '../../lib/query/shop-config.ts';
import { Button } from '../../ui/control/Button.tsx';
import {
  canShowIphoneInstallPrompt,
  hasInstallPromptEvent,
  isInstallPromptSnoozed,
  openInstallDialog,
  snoozeInstallPrompt,
  subscribeInstallPromptEvent,
} from './install-offer.ts';
import styles from './Prompt.module.css';

const NO = () => false;

/** Offers to install the app after an order. Nothing shows while somebody is buying. */
export function InstallPrompt({ hasOrdered }: { hasOrdered: boolean }) {
  const isOffered = useSyncExternalStore(subscribeInstallPromptEvent, hasInstallPromptEvent, NO);
  const { pathname } = useLocation();
  const brand = useShopConfig()?.brandName ?? 'the shop';
  const [isHinted, setIsHinted] = useState(false);
  const [isAnswered, setIsAnswered] = useState(false);

  useEffect(() => {
    const now = Date.now();
    setIsHinted(canShowIphoneInstallPrompt(now));
    setIsAnswered(isInstallPromptSnoozed(now));
  }, []);

  const isBuying = pathname === screenPaths.cart || pathname === screenPaths.checkout;
  const canAsk = isOffered && hasOrdered;
  if (isAnswered || isBuying || !(canAsk || isHinted)) return null;
  const handleLater = () => {
    snoozeInstallPrompt(Date.now());
    setIsAnswered(true);
  };
  return (
    <aside className={styles.prompt} aria-label="Install">
      <img src="/icons/icon.svg" alt="" width="56" height="56" />
      <div>
        <strong>
          Install <span translate="no">{brand}</span>
        </strong>
        <p className="small muted">
          {canAsk
            ? 'Opens fast, works with poor network, uses little data.'
            : 'Tap Share, then Add to Home Screen. Opens fast, works with poor network, uses little data.'}
        </p>
      </div>
      <div className={styles.actions}>
        <Button small variant="line" onClick={handleLater}>
          Not now
        </Button>
        {canAsk && (
          <Button
            small
            onClick={() => {
              setIsAnswered(true);
              void openInstallDialog().then((isAccepted) => {
                if (!isAccepted) snoozeInstallPrompt(Date.now());
              });
            }}
          >
            Install
          </Button>
        )}
      </div>
    </aside>
  );
}
