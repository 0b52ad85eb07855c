import { plural } from '../../lib/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './OfflineBar.module.css';
import { useSavedAge } from './saved-data-age.ts';
import { useIsOffline, useWaitingChanges } from './use-line.ts';

/** Under the header: that the phone is offline, how old the data is, and how many changes wait to be sent. */
export function OfflineBar() {
  const isOffline = useIsOffline();
  const waiting = useWaitingChanges();
  const age = useSavedAge();
  const sentences = [
    isOffline && "You're offline. Showing saved data",
    age !== null && `Updated ${age}`,
    waiting > 0 && `${plural(waiting, 'change')} waiting`,
  ].filter((sentence) => sentence !== false);
  if (sentences.length === 0) return null;
  return (
    <div className={styles.bar} role="status">
      <Icon name={isOffline ? 'wifi-off' : 'refresh'} size="sm" />
      {sentences.map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
    </div>
  );
}
