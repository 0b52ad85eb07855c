import { formatBaseUnitQuantity } from '#contract/rules/product/unit-quantity.ts';
import { LabelBadge } from '../../../ui/display/LabelBadge.tsx';
import { ProgressMeter } from '../../../ui/display/ProgressMeter.tsx';
import { BuyersInGroup } from './BuyersInGroup.tsx';
import type { DisplayedGroupProgress } from './displayed-progress.ts';
import { GroupCountdown } from './GroupCountdown.tsx';
import styles from './GroupProgress.module.css';

interface Props {
  progress: DisplayedGroupProgress;
  /** Name of the base unit; null: the group counts pieces of the product. */
  baseUnitName: string | null;
  /** Phone time of the response, milliseconds. */
  receivedAtMs: number;
  /** Called when the countdown reaches zero, to fetch the group again. */
  onTimeOver: () => void;
}

const HOUR_MS = 3_600_000;

export function GroupProgressPanel({ progress, baseUnitName, receivedAtMs, onTimeOver }: Props) {
  const { progressPercentage, spotsRemaining, groupId, deadline, serverTime, timeRemaining } = progress;
  const isFull = spotsRemaining === 0;
  return (
    <section className={styles.group} aria-label="Group progress">
      <div className="row" data-justify="between" data-wrap="" data-gap="2">
        <strong>{isFull ? 'Completed!' : `${progressPercentage}% joined`}</strong>
        {!isFull && (
          <LabelBadge tone="deal">{`${formatBaseUnitQuantity(spotsRemaining, baseUnitName)} to go`}</LabelBadge>
        )}
      </div>
      <ProgressMeter percent={isFull ? 100 : progressPercentage} label="Group progress" size="thick" />
      {isFull && <p className="small">This group is full. Your order joins the next one.</p>}
      {!isFull && groupId === null && (
        <p className="small">{`Be the first: the ${hours(timeRemaining)} hours start when you join.`}</p>
      )}
      {!isFull && groupId !== null && deadline !== null && (
        <GroupCountdown
          key={deadline}
          deadline={deadline}
          serverTime={serverTime}
          receivedAtMs={receivedAtMs}
          onTimeOver={onTimeOver}
        />
      )}
      <BuyersInGroup {...progress} receivedAtMs={receivedAtMs} />
      <p className="tiny">Only paid units count. We never invent a member.</p>
    </section>
  );
}

function hours(durationMs: number): number {
  return Math.round((durationMs / HOUR_MS) * 100) / 100;
}
