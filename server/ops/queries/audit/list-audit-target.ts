/**
 * Names a list and its filters for the audit log, without values, because the permanent log must contain no personal
 * data.
 */
export function formatListAuditTarget(list: 'orders' | 'shoppers', filter: object): string {
  const used = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return `${list}:${used.map(([name]) => name).join('+') || 'all'}`;
}
