import { useQuery } from '@tanstack/react-query';
import { useOfflineStores } from '../../../offline/offline-stores.ts';
import type { CommandOutcome } from '../../../offline/outbox/command.ts';
import { useQueuedCommands } from '../../../offline/outbox/use-queued-commands.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { showToast } from '../../../ui/message/toast.ts';
import { isProductAlertSet, productAlertCommandRules } from './product-alert-command-rules.ts';
import { PRODUCT_ALERT_FAILED_MESSAGE, productAlertsQuery } from './product-alert-commands.ts';

interface Props {
  userId: string;
  productId: string;
  /** Label of the button, such as `Tell me when a group opens`. */
  buttonLabel: string;
}

/** Shows a button that sets or ends the member's alert for a product, also offline. */
export function ProductAlertToggle({ userId, productId, buttonLabel }: Props) {
  const { outbox } = useOfflineStores();
  const { data } = useQuery(productAlertsQuery(userId));
  const { commands } = useQueuedCommands(productAlertCommandRules, userId);
  const isAwaited = isProductAlertSet(data ?? [], commands, productId);
  const change = async (type: 'alert.set' | 'alert.end') => {
    const outcome = await outbox
      .submit(productAlertCommandRules, { type, productId })
      .catch((): CommandOutcome => ({ kind: 'refused', error: null }));
    if (outcome.kind === 'refused') showToast({ kind: 'error', message: PRODUCT_ALERT_FAILED_MESSAGE });
  };
  if (!data && commands.length === 0) return null;
  return isAwaited ? (
    <div key="awaited" className="row" data-gap="2" data-wrap="">
      <p className="small" role="status">
        We will tell you about this group once.
      </p>
      <Button small variant="quiet" onClick={() => void change('alert.end')}>
        Do not tell me
      </Button>
    </div>
  ) : (
    <div key="offer">
      <Button small variant="line" onClick={() => void change('alert.set')}>
        {buttonLabel}
      </Button>
    </div>
  );
}
