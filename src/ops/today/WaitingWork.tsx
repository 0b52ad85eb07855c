import { useQuery } from '@tanstack/react-query';
import { opsGetDashboard } from '#contract/ops/console-endpoints.ts';
import type { OpsDashboardReply, WaitingWorkKind } from '#contract/schemas/ops/dashboard.ts';
import { formatLagosDateTime, formatNairaWithKobo } from '../display-text.ts';
import { createOutageAwareRefetchInterval, endpointQuery } from '../frames/console-queries.ts';
import { ConsolePageLink, TitledTextList } from '../frames/RecordPage.tsx';
import { type OpsScreenName, opsScreenPaths } from '../screens.ts';
import styles from './Today.module.css';

/** The waiting work is fetched again at this interval while the console is open. */
const TODAY_EVERY_MS = 60_000;

export const dashboardQuery = {
  ...endpointQuery(opsGetDashboard),
  refetchInterval: createOutageAwareRefetchInterval(TODAY_EVERY_MS),
};

const orders = (query: string) => `${opsScreenPaths.orders}?${query}`;
const status = (show: string) => `${opsScreenPaths.work}?show=${show}`;

/** Maps each kind of work to the page that lists it, and to the menu entry whose badge counts it; null: no badge. */
const KINDS: Readonly<Record<WaitingWorkKind, readonly [place: string, countedAt: OpsScreenName | null]>> = {
  buy: [opsScreenPaths.pickupBuy, 'pickup'],
  pack: [orders('status=processing'), 'orders'],
  move: [orders('status=packaging'), 'orders'],
  tell: [orders('only=unreached'), 'pickup'],
  hand_out: [orders('status=ready_for_pickup'), null],
  overdue: [orders('only=overdue'), 'pickup'],
  unproven: [opsScreenPaths.pickupUnproven, 'pickup'],
  approval: [opsScreenPaths.approvals, 'approvals'],
  recovery: [opsScreenPaths.recovery, 'recovery'],
  review: [`${opsScreenPaths.groups}?status=manual_review`, 'groups'],
  closing: [`${opsScreenPaths.groups}?closing=soon`, 'groups'],
  reconciliation: [opsScreenPaths.recon, 'recon'],
  incomplete: [`${opsScreenPaths.products}?status=incomplete`, 'products'],
  alarm: [status('alarms'), 'work'],
  dead_task: [status('tasks'), 'work'],
  failed_job: [status('jobs'), 'work'],
};

type Waiting = OpsDashboardReply['data']['waiting'];

const withCentre = (place: string, centre: string) =>
  `${place}${place.includes('?') ? '&' : '?'}centre=${encodeURIComponent(centre)}`;

interface Props {
  waiting: Waiting;
  may: readonly string[];
}

/** Lists the kinds of waiting work with their count, money and age; goods also by pickup centre. */
export function WaitingWorkList({ waiting, may }: Props) {
  return (
    <TitledTextList
      title="Waiting"
      rows={waiting}
      empty="Nothing is waiting. New work appears here by itself."
    >
      {({ kind, what, count, naira, oldestAt, command, centres }) => {
        const place = may.includes(command) && KINDS[kind][0];
        return [
          <>
            {/* A non-breaking space keeps the number on the line of the last word. */}
            <ConsolePageLink to={place}>{`${what}:\u00a0${count}`}</ConsolePageLink>
            {centres.length > 1 && (
              <ul className={styles.centres} aria-label={`${what} by centre`}>
                {centres.map((one) => (
                  <li key={one.centre}>
                    <ConsolePageLink to={place && withCentre(place, one.centre)}>
                      {`${one.name}:\u00a0${one.count}`}
                    </ConsolePageLink>
                    {one.overload && <span className="small">{` ${one.overload}`}</span>}
                  </li>
                ))}
              </ul>
            )}
          </>,
          [
            naira !== null && formatNairaWithKobo(naira),
            centres.length === 1 && centres[0]?.name,
            centres.length === 1 && centres[0]?.overload,
            oldestAt && `${kind === 'closing' ? 'first' : 'since'} ${formatLagosDateTime(oldestAt)}`,
          ]
            .filter(Boolean)
            .join(', '),
        ];
      }}
    </TitledTextList>
  );
}

/** Counts the waiting work for the badge of each screen's menu entry. */
export function useWaitingWorkCounts(): ReadonlyMap<OpsScreenName, number> {
  const waiting: Waiting = useQuery(dashboardQuery).data?.waiting ?? [];
  const counts = new Map<OpsScreenName, number>();
  for (const { kind, count } of waiting) {
    const screen = KINDS[kind][1];
    if (screen) counts.set(screen, (counts.get(screen) ?? 0) + count);
  }
  return counts;
}

/** Shows beside a link of the menu how many items wait there; nothing when there are none. */
export function WaitingWorkCountBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.waiting} role="img" aria-label={`Waiting: ${count}`}>
      {count}
    </span>
  );
}
