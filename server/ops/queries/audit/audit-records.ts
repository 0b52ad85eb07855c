import type { AuditedRecord } from '#contract/schemas/ops/work.ts';
import type { Queryable } from '../../../db/database.ts';
import type { AuditEntryRow } from './audit-repository.ts';
import { type AuditTargetLabel, findAuditTargetLabels } from './audit-target-repository.ts';

/** For each action that can be proposed: the kind of record that its first argument names, such as an order. */
const PROPOSED: Readonly<Record<string, string>> = {
  'item refund': 'order',
  'refund card': 'payment',
  'refund group': 'group',
  'group fail': 'group',
  'wallet goodwill': 'user',
  'recon resolve': 'recon',
};

/** The kinds of audit targets that have a page in the console, with the kind of page and its title. */
const OWN_PAGE: Readonly<Record<string, readonly [kind: AuditedRecord['kind'], word: string]>> = {
  order: ['order', 'Order'],
  payment: ['payment', 'Payment'],
  user: ['shopper', 'Shopper'],
  group: ['group', 'Group'],
  product: ['product', 'Product'],
  centre: ['centre', 'Centre'],
  recon: ['recon', 'Reconciliation item'],
  recovery: ['recovery', 'Recovery request'],
  review: ['review', 'Review'],
  operator: ['operator', 'Operator'],
  outbox: ['task', 'Task'],
  job: ['task', 'Job'],
  alarm: ['task', 'Alarm'],
};

/** Adds to each audit entry the records that it touched, as links. */
export async function attachRecordLinksToAuditEntries(db: Queryable, entries: readonly AuditEntryRow[]) {
  const known = await findAuditTargetLabels(db, [...new Set(entries.map(({ target }) => target))]);
  const ofTarget = new Map(known.map((row) => [row.target, row]));
  return entries.map((entry) => ({ ...entry, records: listRecords(entry.target, ofTarget) }));
}

type Names = ReadonlyMap<string, AuditTargetLabel>;

function listRecords(target: string, names: Names): AuditedRecord[] {
  const [kind = '', id = '', centre] = target.split(':');
  const known = names.get(target);
  if (kind === 'proposal')
    return [
      { kind: 'proposal', id, label: `Proposal ${id}` },
      ...(known ? listRecords(`${PROPOSED[known.record] ?? ''}:${known.label}`, names) : []),
    ];
  if (kind === 'batch' && centre !== undefined)
    return [
      { kind: 'group', id, label: known?.label ?? 'Group' },
      { kind: 'centre', id: centre, label: `Centre ${centre}` },
    ];
  if (kind === 'item') return known ? [{ kind: 'order', id: known.record, label: known.label }] : [];
  const own = OWN_PAGE[kind];
  if (!own || id === '' || id === 'all') return [];
  // These records have random or purely numeric ids, so the label does not show the id.
  const isNamed = !['user', 'group', 'recovery', 'review'].includes(kind);
  return [{ kind: own[0], id, label: known?.label ?? (isNamed ? `${own[1]} ${id}` : own[1]) }];
}
