import { NOTE_MAX } from '#contract/limits.ts';
import { opsShopper } from '#contract/ops-endpoints.ts';
import { opsGoodwill } from '#contract/ops-money-endpoints.ts';
import {
  opsFreePhone,
  opsLockShopper,
  opsNoteShopper,
  opsUnlockShopper,
} from '#contract/ops-shopper-endpoints.ts';
import { readNaira } from '#contract/rules/amount.ts';
import type { OpsShopperReply } from '#contract/schemas/ops.ts';
import { readablePhone } from '../lib/format.ts';
import { TextArea } from '../ui/TextField.tsx';
import { ActionForm } from './frames/ActionForm.tsx';
import { AmountField } from './frames/fields.tsx';
import styles from './frames/frames.module.css';

interface Props {
  shopper: OpsShopperReply['data'];
  may: readonly string[];
}

const AFTER = { changes: [opsShopper], isCard: true };

/** What an operator may do for a shopper, each with its reason. */
export function ShopperActions({ shopper: { id: userId, email, phone, locked }, may }: Props) {
  return (
    <div className={styles.actions}>
      {may.includes('wallet goodwill') && (
        <ActionForm
          title="Goodwill"
          label="Give It"
          busyLabel="Giving..."
          to={opsGoodwill}
          reads={{ email, amount: readNaira, reason: String }}
          figures
          done="It is in their wallet."
          {...AFTER}
        >
          <AmountField />
        </ActionForm>
      )}
      {may.includes('user note') && (
        <ActionForm
          title="Note"
          label="Write It Down"
          busyLabel="Writing..."
          to={opsNoteShopper}
          params={{ userId }}
          reads={{ text: String }}
          asksReason={false}
          done="It is written down."
          {...AFTER}
        >
          <TextArea
            label="For other operators"
            name="text"
            hint="The shopper gets it with their data when they ask for it."
            maxLength={NOTE_MAX}
            rows={3}
            required
          />
        </ActionForm>
      )}
      {may.includes('user lock') && !locked && (
        <ActionForm
          title="Lock the account"
          label="Lock"
          busyLabel="Locking..."
          to={opsLockShopper}
          params={{ userId }}
          reads={{ reason: String }}
          done="It is locked, and every session has ended."
          {...AFTER}
        />
      )}
      {may.includes('user unlock') && (
        <ActionForm
          title="Let them in again"
          label="Let Them In"
          busyLabel="Unlocking..."
          to={opsUnlockShopper}
          params={{ userId }}
          reads={{ reason: String }}
          done="They may sign in again."
          {...AFTER}
        >
          <p className="muted">Ends a lock of the account, one of its recovery key, and too many tries.</p>
        </ActionForm>
      )}
      {may.includes('user free-phone') && (
        <ActionForm
          title="Free the number"
          label="Free It"
          busyLabel="Freeing..."
          to={opsFreePhone}
          reads={{ phone, reason: String }}
          done="The number is free."
          {...AFTER}
        >
          <p className="muted">
            {`${readablePhone(phone)} is taken from this account, so that its owner can sign up with it.`}
          </p>
        </ActionForm>
      )}
    </div>
  );
}
