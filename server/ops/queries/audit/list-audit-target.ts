/** Names a list and its filters without their values, because the permanent audit log must contain no personal data. */
export function formatListAuditTarget(list: 'orders' | 'shoppers', filter: object): string {
  const used = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return `${list}:${used.map(([name]) => name).join('+') || 'all'}`;
}
