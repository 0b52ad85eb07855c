/**
 * Every kind of alarm with its message. operations.md says what to do about each. An event is reported once; other
 * alarms last until they are over.
 *
 * @source operations.md
 */
export const ALARMS = {
  provider_refuses: { says: 'the card provider refuses our key: no card payment can be taken' },
  provider_silent: { says: 'the card provider does not answer: no card payment can be taken' },
  invariant: { says: 'a law of the money is broken' },
  outbox_dead: { says: 'work was given up after its last try' },
  outbox_lag: { says: 'messages have been due for a minute' },
  outbox_unknown: { says: 'an outbox row waits for a release that knows it', isEvent: true },
  recon: { says: "the card provider's books and ours disagree", isEvent: true },
  recon_overdue: { says: 'items between the two books wait past their day' },
  review_overdue: { says: 'a group waits in review' },
  order_failed: { says: 'a paid order could not be made; recon list says why', isEvent: true },
  card_refund: {
    says: 'money went back to a card that no wallet has given; recon list says which',
    isEvent: true,
  },
  chargeback: {
    says: 'a bank has taken back a payment; answer it at the provider, recon list says which',
    isEvent: true,
  },
  webhook_unreadable: { says: 'a webhook says nothing that we understand', isEvent: true },
  operator_changed: {
    says: 'an operator was added, removed or given another secret; audit says who, and by whom',
    isEvent: true,
  },
  operator_guessed: {
    says: 'somebody tries to sign in as an operator and fails; operator list says as whom',
  },
  disk: { says: 'the disk of DATA_DIR is nearly full' },
  pictures: { says: "an instance does not have the shop's pictures" },
  clock: { says: "the clock of an instance is not the database's" },
  redis_away: { says: 'Redis is away: live events reach only the shoppers of the instance they happen on' },
  database_away: { says: 'the database is away: the shop answers 503' },
  commits_wait: { says: 'commits wait for a replica that does not answer: nobody can buy' },
} as const satisfies Record<string, { says: string; isEvent?: true }>;

export type AlarmKind = keyof typeof ALARMS;

export const isEvent = (kind: AlarmKind): boolean => 'isEvent' in ALARMS[kind];
