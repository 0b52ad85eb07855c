-- The operators, how they sign in to the console, and what they did.

create table operators (
  -- A name is used once, because the audit log goes by it.
  name text primary key check (name ~ '^[a-z][a-z0-9._-]{1,39}$'),
  role text not null constraint operators_role_check check (role in ('support', 'ops', 'finance', 'owner')),
  -- The secret of the command line, with which a person also enrols at the console. Erased by a removal.
  secret_hash text,
  -- Wrong secrets in a row, and when the last one was given.
  misses smallint not null default 0,
  missed_at timestamptz,
  password_hash text,
  -- Encrypted under the shop's operator key, bound to the name. Null for who signs in with a passkey only.
  totp_secret bytea,
  -- The last 30 seconds whose code was accepted: none is accepted twice.
  totp_step bigint,
  -- Set by the first proof of a second factor. Before it the person may enrol again with the secret.
  enrolled_at timestamptz,
  -- The pickup centres that the operator is limited to, by their codes, which never change. Null: the whole shop.
  centres text[] constraint operators_centres_check
    check (centres is null or (role <> 'owner' and cardinality(centres) > 0)),
  removed_at timestamptz,
  created_at timestamptz not null default app_now(),
  check (secret_hash is not null or removed_at is not null),
  constraint operators_enrolled_check check (enrolled_at is null or password_hash is not null)
);

-- HMACs of codes for an operator who lost the second factor. Each works once.
create table operator_recovery_codes (
  name text not null references operators (name) on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (name, hash)
);

-- A passkey is a second factor beside the authenticator. The shop has only its public half.
create table operator_passkeys (
  id uuid primary key default gen_random_uuid(),
  name text not null references operators (name) on delete cascade,
  -- In base64url, as the browser gives it.
  credential_id text not null unique,
  label text not null,
  public_key bytea not null,
  -- How often the key has signed, if it counts. A counter that goes back means that the key was copied.
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index operator_passkeys_name on operator_passkeys (name);

-- What a passkey is given to sign: once, within minutes, by one person, for one purpose.
create table operator_challenges (
  challenge text primary key,
  name text not null references operators (name) on delete cascade,
  purpose text not null check (purpose in ('add', 'sign-in')),
  expires_at timestamptz not null default now() + interval '5 minutes'
);
create index operator_challenges_name on operator_challenges (name);

create table operator_sessions (
  -- SHA-256 of the cookie, which is not stored itself.
  hash bytea primary key,
  -- Names the session in the list that its operator sees, beside browser and address.
  id uuid not null default gen_random_uuid(),
  name text not null references operators (name) on delete cascade,
  user_agent text,
  ip text,
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '12 hours',
  created_at timestamptz not null default now()
);
create index operator_sessions_name on operator_sessions (name);

-- Devices on which an operator reads of sales, approvals and alarms.
create table operator_push_subscriptions (
  endpoint text primary key,
  -- A device gets messages as long as the session that subscribed it is stored: a sign-out, an ended session, a new secret
  -- and a removal end them. A later sign-in on the device subscribes it again.
  session_hash bytea not null references operator_sessions (hash) on delete cascade,
  name text not null references operators (name) on delete cascade,
  keys jsonb not null,
  kinds text[] not null check (kinds <@ '{sale,approval,alarm}' and kinds <> '{}'),
  -- Orders and proposals up to this time were announced.
  told_at timestamptz not null default app_now(),
  created_at timestamptz not null default now()
);
create index operator_push_subscriptions_session on operator_push_subscriptions (session_hash);
create index operator_push_subscriptions_name on operator_push_subscriptions (name);

create table audit_log (
  id bigint generated always as identity primary key,
  actor text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  reason text,
  ip text,
  -- An action is done once under its key, which its row takes in the action's own transaction.
  key text,
  created_at timestamptz not null default app_now()
);
create unique index audit_log_key on audit_log (key) where key is not null;
create index audit_log_target on audit_log (target);
-- What an operator has moved alone since yesterday is summed before each further sum.
create index audit_log_actor on audit_log (actor, created_at);
-- What was done on a day, and the whole log page by page from its end.
create index audit_log_created on audit_log (created_at, id);
-- The log is searched by what was done, and by the words of its reasons.
create index audit_log_action on audit_log (action, created_at, id);
create index audit_log_reason on audit_log using gin (to_tsvector('simple', reason)) where reason is not null;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log execute function refuse_change();
revoke update, delete, truncate on audit_log from current_user;

-- The answer to an action, for when it is sent again.
create table operator_answers (
  key text primary key,
  -- HMAC of the action with what it was asked for: a key belongs to one action.
  words text not null,
  answer jsonb not null,
  created_at timestamptz not null default now()
);
create index operator_answers_age on operator_answers (created_at);

-- What one operator proposes at the console and a second one has to approve. The command does the action itself: this
-- holds the proposal until it is decided.
create table operator_proposals (
  id bigint generated always as identity primary key,
  -- The key under which the action is done once.
  key text not null unique,
  command text not null,
  -- What the action was asked for, typed as its schema says, without the key.
  arguments jsonb not null,
  -- What it would move; null: another currency.
  amount_kobo bigint,
  -- The preview that the proposer read: the shopper and the order, and a sentence for each thing that would change.
  preview jsonb not null,
  proposed_by text not null,
  ip text,
  status text not null default 'open' check (status in ('open', 'done', 'failed', 'declined')),
  -- Who has agreed or declined. While the status is still open the action is under way, and is finished in this name.
  decided_by text,
  -- What came of it, or why it was declined.
  message text,
  answer jsonb,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null default app_now() + interval '72 hours',
  decided_at timestamptz,
  check (status = 'open' or (decided_by is not null and decided_at is not null and message is not null))
);
create index operator_proposals_age on operator_proposals (created_at);

-- What operators write about a shopper for each other. The shopper reads it in the export of their data, and it is
-- erased with the account.
create table shopper_notes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  note text not null check (length(note) between 1 and 1000),
  written_by text not null,
  created_at timestamptz not null default app_now()
);
create index shopper_notes_user on shopper_notes (user_id, id);
