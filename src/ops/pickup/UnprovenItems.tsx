import { useQueryClient } from '@tanstack/react-query';
import { opsResolveUnproven } from '#contract/ops-pickup-endpoints.ts';
import type { UNPROVEN_OUTCOMES, UnprovenHandOut } from '#contract/schemas/ops-pickup.ts';
import { send } from '../../lib/api-send.ts';
import { Select } from '../../ui/Select.tsx';
import { ActForm } from '../ActForm.tsx';
import { lagosTime } from '../words.ts';
import { goodsOf } from './counter-orders.ts';
import styles from './Pickup.module.css';
import { unprovenQuery } from './pickup-queries.ts';

type Outcome = (typeof UNPROVEN_OUTCOMES)[number];

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  collected: 'The right code came later: it was handed out with it',
  confirmed: 'I asked the shopper: they have the goods',
  lost: 'The goods are lost: the shopper is still owed',
};

interface Props {
  items: readonly UnprovenHandOut[];
  mayResolve: boolean;
}

/** What of an order was given out without proof: what came of it, or the form to resolve it. */
export function UnprovenItems({ items, mayResolve }: Props) {
  if (items.length === 0) return null;
  return (
    <section className="stack" data-gap="3">
      <h2>Given without proof</h2>
      <ul className={styles.found}>
        {items.map((item) => (
          <li key={item.id} className={`${styles.card} ${styles.narrow} stack`} data-gap="4">
            <p className="strong">{goodsOf(item)}</p>
            <p className="muted small">
              {`Given ${lagosTime(item.givenAt)} by ${nameOf(item.givenBy)}. ${item.refusal}`}
            </p>
            {item.outcome && <p>{`${OUTCOMES[item.outcome]}. ${resolvedWords(item)}`}</p>}
            {!item.outcome && mayResolve && <ResolveForm item={item} />}
            {!item.outcome && !mayResolve && <p>Still open.</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function resolvedWords({ resolvedAt, resolvedBy }: UnprovenHandOut): string {
  return resolvedAt && resolvedBy ? `Resolved ${lagosTime(resolvedAt)} by ${nameOf(resolvedBy)}.` : '';
}

/** Of an operator as the audit log has them. */
export function nameOf(actor: string): string {
  return actor.replace(/^operator:/, '');
}

function ResolveForm({ item: { id, trackingNumber, line } }: { item: UnprovenHandOut }) {
  const queryClient = useQueryClient();
  return (
    <ActForm
      title={`What came of line ${line}`}
      label="Resolve"
      busyLabel="Resolving..."
      act={({ outcome, reason = '' }, idempotencyKey) => {
        const body = { outcome: outcome as Outcome, reason };
        return send(opsResolveUnproven, { params: { id: String(id) }, body, idempotencyKey });
      }}
      onDone={() => {
        for (const queryKey of [
          ['order', trackingNumber],
          unprovenQuery.queryKey,
          ['pickup list'],
          ['today'],
        ])
          void queryClient.invalidateQueries({ queryKey });
      }}
    >
      <Select
        label="What came of it"
        name="outcome"
        defaultValue=""
        placeholder="Choose"
        required
        options={Object.entries(OUTCOMES).map(([value, label]) => ({ value, label }))}
      />
    </ActForm>
  );
}
