import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isAbortError } from '../../lib/api/api-errors.ts';
import { screenPaths } from '../../lib/paths.ts';
import { useShopConfig } from '../../lib/query/shop-config.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/control/Button.tsx';
import { IconDisc } from '../../ui/icon/IconDisc.tsx';
import { isInstallPromptSnoozed, snoozeInstallPrompt } from './install-offer.ts';
import styles from './Prompt.module.css';
import {
  canOfferPush,
  isPushPermissionGranted,
  sendChangedPushSubscription,
  subscribeToPush,
} from './push-offer.ts';

type Answer = 'open' | 'asking' | 'failed';

/**
 * Offers push notifications to members whose subscription was lost, and after an order once the offer to install has
 * gone.
 */
export function PushPrompt({ hasOrdered }: { hasOrdered: boolean }) {
  const isMember = useSession().status === 'member';
  // A shop without a push key sends no push messages, so it must not ask for the permission.
  const hasKey = (useShopConfig()?.pushKey ?? null) !== null;
  const { pathname } = useLocation();
  const [canOffer, setCanOffer] = useState(false);
  const [answer, setAnswer] = useState<Answer>('open');

  useEffect(() => {
    if (
      !isMember ||
      !(hasOrdered || isPushPermissionGranted()) ||
      !hasKey ||
      isInstallPromptSnoozed(Date.now())
    )
      return;
    let isOver = false;
    canOfferPush().then(
      (can) => {
        if (!isOver) setCanOffer(can);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [isMember, hasOrdered, hasKey]);

  useEffect(() => {
    // A failed request is ignored, because the next start of the app sends the subscription again.
    if (isMember && hasKey) sendChangedPushSubscription().catch(() => undefined);
  }, [isMember, hasKey]);

  const isBuying = pathname === screenPaths.cart || pathname === screenPaths.checkout;
  if (!canOffer || !isMember || isBuying) return null;
  const handleLater = () => {
    snoozeInstallPrompt(Date.now());
    setCanOffer(false);
  };
  const handleOn = async () => {
    setAnswer('asking');
    try {
      if (!(await subscribeToPush())) snoozeInstallPrompt(Date.now());
      setCanOffer(false);
    } catch (error) {
      if (!isAbortError(error)) setAnswer('failed');
    }
  };
  return (
    <aside className={styles.prompt} aria-label="Notifications on this phone">
      <IconDisc icon="bell" />
      <div>
        <strong>Know when your group is full</strong>
        <p className="small muted" role={answer === 'failed' ? 'alert' : undefined}>
          {answer === 'failed'
            ? 'Notifications could not be turned on. Please try again.'
            : 'Get updates about your payments, groups and pickups on this phone.'}
        </p>
      </div>
      <div className={styles.actions}>
        <Button small variant="line" onClick={handleLater}>
          Not now
        </Button>
        <Button small busyLabel={answer === 'asking' && 'Asking...'} onClick={() => void handleOn()}>
          Turn on
        </Button>
      </div>
    </aside>
  );
}
