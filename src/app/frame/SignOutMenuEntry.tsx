import { useState } from 'react';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import { useOfflineStores } from '../../offline/offline-stores.ts';
import { Button } from '../../ui/control/Button.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { signOut } from '../services/sign-out.ts';
import styles from './MenuDrawer.module.css';

/** Signs out. If unsent changes would be lost, it asks first. */
export function SignOutMenuEntry({ onLeave }: { onLeave: () => void }) {
  const { outbox } = useOfflineStores();
  const [unsent, setUnsent] = useState(0);
  const leave = () => {
    onLeave();
    signOut();
  };
  const handleLogout = () => {
    const count = outbox.view.waiting().length + outbox.view.unwritten().length;
    if (count > 0) setUnsent(count);
    else leave();
  };
  if (unsent === 0) {
    return (
      <button type="button" data-tone="danger" onClick={handleLogout}>
        <Icon name="logout" />
        Logout
      </button>
    );
  }
  return (
    <div className={`stack ${styles.unsent}`} data-gap="2">
      <MessageBox kind="warning">{`${formatCountWithNoun(unsent, 'change')} not sent`}</MessageBox>
      <div className="row" data-wrap="">
        <Button small variant="danger" onClick={leave}>
          Logout anyway
        </Button>
        <Button small variant="soft" onClick={() => setUnsent(0)}>
          Stay signed in
        </Button>
      </div>
    </div>
  );
}
