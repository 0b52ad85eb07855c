import { PICKUP_PERIOD_DAYS } from '#contract/limits.ts';
import { formatLagosDate, formatLagosDateRange } from '#contract/rules/time/lagos-date.ts';
import type { OrderStep } from '#contract/schemas/order.ts';
import styles from './OrderProgressSteps.module.css';

interface Props {
  steps: readonly OrderStep[];
  centreName: string;
  nowMs: number;
}

/** Shows the steps of an order until it is collected: the day on which each was reached, or is expected. */
export function OrderProgressSteps({ steps, centreName, nowMs }: Props) {
  if (steps.length === 0) return null;
  const names = {
    paid: 'Paid',
    group_full: 'Group full',
    packed: 'Packed',
    ready: `Ready at ${centreName}`,
    collected: 'Collected',
  };
  // A skipped step has no day but counts as reached. The next step follows the last one that has a day.
  const next = steps.reduce((reached, { at }, index) => (at === null ? reached : index + 1), 0);
  return (
    <ol className={styles.steps} aria-label="The way of your order">
      {steps.map((step, index) => (
        <li key={step.step} data-reached={index < next} aria-current={index === next ? 'step' : undefined}>
          <span>{names[step.step]}</span>
          <span className={styles.days}>
            {index < next ? formatDayReached(step) : formatDaysExpected(step, nowMs)}
          </span>
        </li>
      ))}
    </ol>
  );
}

const formatDayReached = ({ at }: OrderStep): string => (at === null ? '' : formatLagosDate(at));

function formatDaysExpected({ step, expectedFrom, expectedTo }: OrderStep, nowMs: number): string {
  if (expectedTo === null) return step === 'collected' ? `within ${PICKUP_PERIOD_DAYS} days` : '';
  if (step !== 'ready') return `by ${formatLagosDate(expectedTo)}`;
  const days = expectedFrom
    ? formatLagosDateRange(expectedFrom, expectedTo)
    : `by ${formatLagosDate(expectedTo)}`;
  return nowMs > Date.parse(expectedTo) ? `late, was expected ${days}` : `expected ${days}`;
}
