import { useEffect, useState, useSyncExternalStore } from 'react';
import { formatTimeAgo } from '#contract/rules/time/time-ago.ts';
import { getServerNowMs } from '../../lib/api/live-socket.ts';
import { IconButton } from '../../ui/control/IconButton.tsx';
import { InitialsAvatar } from '../../ui/image/InitialsAvatar.tsx';
import styles from './PurchasePopUps.module.css';
import {
  getVisiblePurchasePopUps,
  hidePurchasePopUp,
  subscribeVisiblePurchasePopUps,
} from './popup-queue.ts';

/** Shows pop-ups about other shoppers' purchases under the header: at most three, newest on top. */
export function PurchasePopUps() {
  const popUps = useSyncExternalStore(
    subscribeVisiblePurchasePopUps,
    getVisiblePurchasePopUps,
    getVisiblePurchasePopUps,
  );
  const nowMs = useSecondClock(popUps.length > 0);
  if (popUps.length === 0) return null;
  return (
    <ul className={styles.stack} aria-live="polite" aria-label="Recent purchases">
      {popUps.map((popUp) => (
        <li key={popUp.id} className={styles.popUp} data-hiding={popUp.isHiding || undefined}>
          <InitialsAvatar name={popUp.userName} size="sm" />
          <p>
            <strong translate="no">{popUp.userName}</strong> just joined groupbuy for{' '}
            <strong>{popUp.productName}</strong>
            <time dateTime={popUp.timestamp}>{formatTimeAgo(Date.parse(popUp.timestamp), nowMs)}</time>
          </p>
          <IconButton icon="close" label="Close" iconSize="sm" onClick={() => hidePurchasePopUp(popUp.id)} />
        </li>
      ))}
    </ul>
  );
}

/** @returns the server's time, updated every second while a pop-up shows. */
function useSecondClock(isRunning: boolean): number {
  const [nowMs, setNowMs] = useState(() => getServerNowMs());
  useEffect(() => {
    if (!isRunning) return;
    setNowMs(getServerNowMs());
    const timer = setInterval(() => setNowMs(getServerNowMs()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return nowMs;
}
