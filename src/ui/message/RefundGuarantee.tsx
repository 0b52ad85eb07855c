import { Icon } from '../icon/Icon.tsx';

/**
 * Promises beside a pay button that the money comes back if the group fails.
 * @param windowHours duration of the groups; null: the durations differ.
 */
export function RefundGuarantee({ windowHours }: { windowHours: number | null }) {
  const time = windowHours === null ? 'time' : `${windowHours} ${windowHours === 1 ? 'hour' : 'hours'}`;
  return (
    <p className="tiny muted row" data-gap="2">
      <Icon name="shield" size="sm" />
      <span>{`Full refund if the group does not fill in ${time}.`}</span>
    </p>
  );
}
