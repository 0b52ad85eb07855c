import { formatInteger } from '#contract/rules/money/money.ts';
import { formatTimeAgo } from '#contract/rules/time/time-ago.ts';
import { useServerNowMs } from '../../../lib/react/use-server-now.ts';
import { InitialsAvatar } from '../../../ui/image/InitialsAvatar.tsx';
import type { GroupBuyerSummary } from './displayed-progress.ts';
import styles from './GroupProgress.module.css';

interface Props extends Partial<GroupBuyerSummary> {
  /** Server time of the response, ISO 8601. */
  serverTime: string;
  /** Phone time of the response, milliseconds. */
  receivedAtMs: number;
}

/** Shows a group's number of buyers, when the newest joined, and the initials of buyers who agreed to show them. */
export function BuyersInGroup({
  participantCount: count = 0,
  lastJoinedAt = null,
  memberInitials = [],
  serverTime,
  receivedAtMs,
}: Props) {
  const nowMs = useServerNowMs(Date.parse(serverTime), receivedAtMs);
  if (count === 0) return null;
  return (
    <div className="row" data-wrap="" data-gap="2">
      {memberInitials.length > 0 && (
        <span className={styles.initials}>
          {memberInitials.map((initials, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two buyers may have the same initials
            <InitialsAvatar key={place} name={initials} size="sm" />
          ))}
        </span>
      )}
      <p className="small">
        <strong>{count === 1 ? '1 buyer is in.' : `${formatInteger(count)} buyers are in.`}</strong>{' '}
        {lastJoinedAt && (
          <span>{`Last joined ${formatTimeAgo(Date.parse(lastJoinedAt), nowMs).toLowerCase()}.`}</span>
        )}
      </p>
    </div>
  );
}
