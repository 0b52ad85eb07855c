import { statusLabel } from '#contract/rules/group-status.ts';
import styles from './Badge.module.css';

/** The colour of each of a group's ten statuses; the word is the contract's. */
const LOOKS: Readonly<Record<string, string>> = {
  active: 'forming',
  successful: 'secured',
  secured: 'secured',
  processing: 'processing',
  packaging: 'packaging',
  ready_for_pickup: 'ready',
  delivered: 'delivered',
  failed: 'failed',
  refunded: 'refunded',
  manual_review: 'review',
};

/**
 * @param status a group's status of the API; anything else shows `Unknown`.
 * @source spec section 4 (Group buy statuses), design.md (Status badge)
 */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={styles.badge} data-status={LOOKS[status] ?? 'unknown'}>
      {statusLabel(status)}
    </span>
  );
}
