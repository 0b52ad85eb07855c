import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { NOTE_MAX } from '#contract/limits.ts';
import { opsGoodwill } from '#contract/ops-money-endpoints.ts';
import {
  opsFreePhone,
  opsLockShopper,
  opsNoteShopper,
  opsUnlockShopper,
} from '#contract/ops-shopper-endpoints.ts';
import { readNaira } from '#contract/rules/amount.ts';
import type { OpsShopperReply } from '#contract/schemas/ops.ts';
import { send } from '../../lib/api-send.ts';
import { readablePhone } from '../../lib/format.ts';
import { TextArea } from '../../ui/TextField.tsx';
import { type ActFields, ActForm } from '../ActForm.tsx';
import { shopperQuery } from '../console-queries.ts';
import { AmountField } from '../money/AmountField.tsx';
import { planOf } from '../money/money-words.tsx';
import styles from './ShopperActs.module.css';

interface Props {
  shopper: OpsShopperReply['data'];
  may: readonly string[];
}

/** What an operator may do for a shopper, each with its reason. */
export function ShopperActs({ shopper, may }: Props) {
  const { locked } = shopper;
  return (
    <div className={styles.acts}>
      {may.includes('wallet goodwill') && <GoodwillForm shopper={shopper} />}
      {may.includes('user note') && <NoteForm shopper={shopper} />}
      {may.includes('user lock') && !locked && <LockForm shopper={shopper} />}
      {may.includes('user unlock') && <UnlockForm shopper={shopper} />}
      {may.includes('user free-phone') && <FreePhoneForm shopper={shopper} />}
    </div>
  );
}

type Act = Pick<Props, 'shopper'>;

/** A card with one act; the page is read anew with what was done. */
function ShopperAct({ shopper, ...act }: Act & Omit<ComponentProps<typeof ActForm>, 'onDone'>) {
  const queryClient = useQueryClient();
  return (
    <div className="card">
      <ActForm
        {...act}
        onDone={() => queryClient.invalidateQueries({ queryKey: shopperQuery(shopper.id).queryKey })}
      />
    </div>
  );
}

function GoodwillForm({ shopper }: Act) {
  const { email } = shopper;
  const bodyOf = ({ amount = '', reason = '' }: ActFields) => ({ email, amount: readNaira(amount), reason });
  return (
    <ShopperAct
      shopper={shopper}
      title="Goodwill"
      label="Give It"
      busyLabel="Giving..."
      doneWords="It is in their wallet."
      preview={async (fields) => {
        const { data } = await send(opsGoodwill, { body: { ...bodyOf(fields), dryRun: true } });
        return planOf(data);
      }}
      act={(fields, idempotencyKey) => send(opsGoodwill, { body: bodyOf(fields), idempotencyKey })}
    >
      <AmountField />
    </ShopperAct>
  );
}

function NoteForm({ shopper }: Act) {
  const params = { userId: shopper.id };
  return (
    <ShopperAct
      shopper={shopper}
      title="Note"
      label="Write It Down"
      busyLabel="Writing..."
      doneWords="It is written down."
      asksReason={false}
      act={({ text = '' }, idempotencyKey) =>
        send(opsNoteShopper, { params, body: { text }, idempotencyKey })
      }
    >
      <TextArea
        label="For other operators"
        name="text"
        hint="The shopper gets it with their data when they ask for it."
        maxLength={NOTE_MAX}
        rows={3}
        required
      />
    </ShopperAct>
  );
}

function LockForm({ shopper }: Act) {
  const params = { userId: shopper.id };
  return (
    <ShopperAct
      shopper={shopper}
      title="Lock the account"
      label="Lock"
      busyLabel="Locking..."
      doneWords="It is locked, and every session has ended."
      act={({ reason = '' }, idempotencyKey) =>
        send(opsLockShopper, { params, body: { reason }, idempotencyKey })
      }
    />
  );
}

function UnlockForm({ shopper }: Act) {
  const params = { userId: shopper.id };
  return (
    <ShopperAct
      shopper={shopper}
      title="Let them in again"
      label="Let Them In"
      busyLabel="Unlocking..."
      doneWords="They may sign in again."
      act={({ reason = '' }, idempotencyKey) =>
        send(opsUnlockShopper, { params, body: { reason }, idempotencyKey })
      }
    >
      <p className="muted">Ends a lock of the account, one of its recovery key, and too many tries.</p>
    </ShopperAct>
  );
}

function FreePhoneForm({ shopper }: Act) {
  const { phone } = shopper;
  return (
    <ShopperAct
      shopper={shopper}
      title="Free the number"
      label="Free It"
      busyLabel="Freeing..."
      doneWords="The number is free."
      act={({ reason = '' }, idempotencyKey) =>
        send(opsFreePhone, { body: { phone, reason }, idempotencyKey })
      }
    >
      <p className="muted">
        {`${readablePhone(phone)} is taken from this account, so that its owner can sign up with it.`}
      </p>
    </ShopperAct>
  );
}
