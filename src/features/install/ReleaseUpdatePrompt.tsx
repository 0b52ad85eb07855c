import { useRef, useSyncExternalStore } from 'react';
import { useAppService } from '../../lib/react/services.ts';
import { type AppUpdateState, createAppUpdater } from '../../offline/updates/updates.ts';
import { Button } from '../../ui/control/Button.tsx';
import { IconDisc } from '../../ui/icon/IconDisc.tsx';
import { useAnnounceElementText } from '../../ui/message/Announcer.tsx';
import styles from './Prompt.module.css';

const NOTHING = (): AppUpdateState => 'none';

/** Offers a new release until the shopper decides. It does not show while the shopper pays. */
export function ReleaseUpdatePrompt() {
  const updates = useAppService(createAppUpdater);
  const state = useSyncExternalStore(updates.subscribe, updates.state, NOTHING);
  const offer = useRef<HTMLElement>(null);
  useAnnounceElementText(offer);
  if (state === 'none' || state === 'postponed') return null;
  const busyLabel =
    (state === 'taking-over' && 'Updating...') || (state === 'blocked' && 'Waiting for your payment...');
  return (
    <div className={styles.prompt} role="status" aria-live="off">
      <IconDisc icon="refresh" />
      <div>
        <strong ref={offer}>New version ready</strong>
        <p className="small muted">Your cart stays as it is.</p>
      </div>
      <div className={styles.actions}>
        <Button small variant="line" onClick={updates.postpone}>
          Later
        </Button>
        <Button small busyLabel={busyLabel} onClick={() => void updates.accept()}>
          Update
        </Button>
      </div>
    </div>
  );
}
