import { getGroupStatusLabel } from '#contract/rules/group/group-status.ts';
import { LabelBadge, type LabelBadgeTone } from './LabelBadge.tsx';

/** Colour of the badge for each group status; its label comes from `contract`. */
const TONES: Readonly<Record<string, LabelBadgeTone>> = {
  active: 'maize',
  successful: 'success',
  secured: 'success',
  processing: 'info',
  packaging: 'info',
  ready_for_pickup: 'success',
  delivered: 'success',
  failed: 'danger',
  refunded: 'danger',
  manual_review: 'maize',
};

/**
 * Shows a group's status. @param status from the API; an unknown one shows `Unknown`.
 * @source spec section 4 (Group buy statuses), design.md (Status badge)
 */
export function StatusBadge({ status }: { status: string }) {
  return <LabelBadge tone={TONES[status]}>{getGroupStatusLabel(status)}</LabelBadge>;
}
