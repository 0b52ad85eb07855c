import { useEffect } from 'react';
import { plural } from '../../lib/format.ts';
import { announce } from '../../ui/Announcer.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './OfflineBar.module.css';
import { useSavedAge } from './saved-data-age.ts';
import { useIsOffline, useWaitingChanges } from './use-line.ts';

const OFFLINE = "You're offline. Showing saved data";

/** Shows under the header: offline state, age of the data, number of waiting changes. */
export function OfflineBar() {
  const isOffline = useIsOffline();
  const waiting = useWaitingChanges();
  const age = useSavedAge();
  const line = isOffline && OFFLINE;
  const changes = waiting > 0 && `${plural(waiting, 'change')} waiting`;
  useEffect(() => {
    if (line) announce(line);
  }, [line]);
  useEffect(() => {
    if (changes) announce(changes);
  }, [changes]);
  // The age changes every minute, so screen readers read it on demand only.
  const sentences = [line, age !== null && `Updated ${age}`, changes].filter(
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
