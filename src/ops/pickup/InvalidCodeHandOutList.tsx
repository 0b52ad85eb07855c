import { opsResolveInvalidCodeHandOut } from '#contract/ops/pickup-endpoints.ts';
import type { INVALID_CODE_HAND_OUT_RESOLUTIONS, InvalidCodeHandOut } from '#contract/schemas/ops/pickup.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { formatLagosDateTime, getOperatorNameFromActor } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { TitledSection } from '../frames/ListPage.tsx';
import { formatOrderLineGoods } from './counter-orders.ts';
import styles from './Pickup.module.css';

type Outcome = (typeof INVALID_CODE_HAND_OUT_RESOLUTIONS)[number];

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  collected: 'The right code was entered later',
  confirmed: 'I asked the shopper: they have the goods',
  lost: 'The goods are lost: the shopper is still owed',
};

interface Props {
  items: readonly InvalidCodeHandOut[];
  mayResolve: boolean;
}

/** Lists an order's goods that were handed out without a valid code: their resolution, or the form to resolve them. */
export function InvalidCodeHandOutList({ items, mayResolve }: Props) {
  if (items.length === 0) return null;
  return (
    <TitledSection title="Handed out without a valid code">
      <ul className="stack" data-gap="2">
        {items.map((item) => (
          <li key={item.id} className={`card ${styles.narrow} stack`} data-gap="4">
            <p className="strong">{formatOrderLineGoods(item)}</p>
            <p className="muted small">
              {`Handed out ${formatLagosDateTime(item.givenAt)} by ${getOperatorNameFromActor(item.givenBy)}. ${item.refusal}`}
            </p>
            {item.outcome && <p>{`${OUTCOMES[item.outcome]}. ${resolvedWords(item)}`}</p>}
            {!item.outcome && mayResolve && <ResolveForm item={item} />}
            {!item.outcome && !mayResolve && <p>Still open.</p>}
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function resolvedWords({ resolvedAt, resolvedBy }: InvalidCodeHandOut): string {
  return resolvedAt && resolvedBy
    ? `Resolved ${formatLagosDateTime(resolvedAt)} by ${getOperatorNameFromActor(resolvedBy)}.`
    : '';
}

function ResolveForm({ item: { id, line } }: { item: InvalidCodeHandOut }) {
  return (
    <ActionForm
      title={`Resolve line ${line}`}
      label="Resolve"
      busyLabel="Resolving..."
      to={opsResolveInvalidCodeHandOut}
      params={{ id: String(id) }}
      reads={{ outcome: (outcome) => outcome as Outcome, reason: String }}
    >
      <SelectField
        label="What happened"
        name="outcome"
        defaultValue=""
        placeholder="Choose"
        required
        options={Object.entries(OUTCOMES).map(([value, label]) => ({ value, label }))}
      />
    </ActionForm>
  );
}
