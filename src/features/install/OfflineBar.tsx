import { useEffect } from 'react';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import { useSession } from '../../lib/session/session.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { announceToScreenReader } from '../../ui/message/Announcer.tsx';
import styles from './OfflineBar.module.css';
import { useOldestSavedDataAgeText } from './saved-data-age.ts';
import { useIsOffline, useIsStorageBroken, usePendingChangeCount } from './use-offline-status.ts';

const SAVES_NOTHING = 'This phone cannot save data. Stay online';
const OFFLINE = "You're offline. Showing saved data";

/** Shows under the header: offline state, a phone that saves nothing, age of the data, number of waiting changes. */
export default function OfflineStatusBar() {
  const isOffline = useIsOffline();
  const waiting = usePendingChangeCount();
  const age = useOldestSavedDataAgeText();
  const isMember = useSession().status === 'member';
  const storage = useIsStorageBroken() && isMember && SAVES_NOTHING;
  const line = isOffline && OFFLINE;
  const changes = waiting > 0 && `${formatCountWithNoun(waiting, 'change')} not sent yet`;
  useEffect(() => {
    if (line) announceToScreenReader(line);
  }, [line]);
  useEffect(() => {
    if (changes) announceToScreenReader(changes);
  }, [changes]);
  useEffect(() => {
    if (storage) announceToScreenReader(storage);
  }, [storage]);
  // The bar is no live region, because its displayed age changes every minute. The effects above announce other
  // changes.
  const sentences = [line, age !== null && `Updated ${age}`, changes, storage].filter(
    (sentence) => sentence !== false,
  );
  if (sentences.length === 0) return null;
  return (
    <div className={styles.bar} role="status" aria-live="off">
      <Icon name={isOffline ? 'wifi-off' : 'refresh'} size="sm" />
      {sentences.map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
    </div>
  );
}
