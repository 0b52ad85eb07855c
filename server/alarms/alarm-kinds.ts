/**
 * Every kind of alarm with its message. An alarm with `isEvent` is reported once, all others while their cause lasts.
 * @source operations.md
 */
export const ALARM_KINDS = {
  provider_refuses: { says: 'the card provider rejects our key: card payments are not possible' },
  provider_silent: { says: 'the card provider does not answer: card payments are not possible' },
  invariant: { says: 'a money check failed' },
  outbox_dead: { says: 'a task failed for the last time and is not tried again' },
  outbox_lag: { says: 'tasks have been waiting for more than a minute' },
  outbox_unknown: { says: 'a task needs a newer release of the shop', isEvent: true },
  recon: { says: "the card provider's records and ours differ", isEvent: true },
  recon_overdue: { says: 'reconciliation items are overdue' },
  review_overdue: { says: 'a group under review is overdue' },
  order_failed: { says: 'an order was paid but could not be made; see recon list', isEvent: true },
  card_refund: {
    says: 'a card was refunded, but the wallet did not have the money; see recon list',
    isEvent: true,
  },
  chargeback: {
    says: 'a bank has taken back a payment (chargeback); answer it at the provider, see recon list',
    isEvent: true,
  },
  webhook_unreadable: { says: 'a webhook of the card provider could not be read', isEvent: true },
  operator_changed: {
    says: 'an operator was added, removed or given a new secret; see the audit log',
    isEvent: true,
  },
  operator_guessed: {
    says: 'someone keeps failing to sign in as an operator; see operator list',
  },
  disk: { says: 'the disk of DATA_DIR is nearly full' },
  pictures: { says: "a server does not have the shop's images" },
  clock: { says: "the clock of a server differs from the database's" },
  database_away: { says: 'the database is unavailable: the shop answers 503' },
  commits_wait: { says: 'the database waits for a replica that does not answer: nobody can buy' },
} as const satisfies Record<string, { says: string; isEvent?: true }>;

export type AlarmKind = keyof typeof ALARM_KINDS;

export const isOneTimeAlarm = (kind: AlarmKind): boolean => 'isEvent' in ALARM_KINDS[kind];
