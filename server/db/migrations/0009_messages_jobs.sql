-- The outbox and the jobs that work it off, the shopper's notifications, and the alarms for operators.

create table outbox (
  id bigint generated always as identity primary key,
  -- A release that adds a topic adds it here by a migration; the release before it leaves such rows alone.
  topic text not null constraint outbox_topic_check check (topic in (
    'notice', 'group.successful', 'group.update', 'join', 'progress', 'referral', 'push', 'provider_event',
    'provider_reversal')),
  dedupe_key text not null unique,
  payload jsonb not null,
  attempts integer not null default 0,
  -- Real time: back-off must not depend on the movable clock.
  available_at timestamptz not null default now(),
  done_at timestamptz,
  dead_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
) with (fillfactor = 70);
create index outbox_waiting on outbox (available_at, id) where done_at is null and dead_at is null;
-- A job that leases rows looks for one topic and skips the rows of the others.
create index outbox_topic_waiting on outbox (topic, available_at, id) where done_at is null and dead_at is null;
create index outbox_done on outbox (done_at) where done_at is not null;
-- Rows that were given up are looked for twice a minute. They are few.
create index outbox_dead on outbox (topic) where dead_at is not null and done_at is null;

create table job_runs (
  job text primary key,
  started_at timestamptz,
  finished_at timestamptz,
  ok boolean,
  note text,
  runs bigint not null default 0,
  failures bigint not null default 0,
  created_at timestamptz not null default app_now()
);

create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  dedupe_key text not null,
  type text not null check (type in ('success', 'error', 'warning', 'info', 'loading')),
  category text not null check (category in
    ('payment', 'group_buy', 'referral', 'wallet', 'cart', 'system', 'order')),
  title text not null,
  message text not null,
  data jsonb not null default '{}',
  read_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default app_now(),
  unique (user_id, dedupe_key)
);
create index notifications_kept on notifications (user_id, created_at desc) where deleted_at is null;
create index notifications_created on notifications (created_at);

create table push_subscriptions (
  endpoint text primary key,
  user_id uuid not null references users (id),
  -- A phone gets messages for as long as the session that subscribed it lives.
  session_id uuid not null references sessions (id) on delete cascade,
  keys jsonb not null,
  -- A phone that cannot be reached any more is dropped. failed_at is the first failure since the last message that
  -- arrived, failures how many there were.
  failed_at timestamptz,
  failures integer not null default 0,
  created_at timestamptz not null default app_now()
);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session_id);

-- What is wrong now, and who has been notified: one row for each thing, shared by all instances.
create table alarms (
  kind text not null,
  -- The invariant, topic, group or payment; empty where there is only one.
  subject text not null default '' check (length(subject) <= 200),
  detail text not null default '' check (length(detail) <= 500),
  -- Something that happened, not a state: it is reported once, then forgotten.
  is_event boolean not null default false,
  -- Real time, in which operators live.
  raised_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  told_at timestamptz,
  -- The channels that have reported the alarm, so that its history says who was told.
  told_by text[] not null default '{}',
  over_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (kind, subject)
);

-- Events above 8 kB travel between instances by this table (the socket adapter cleans it up itself).
create table socket_io_attachments (
  id bigserial unique,
  created_at timestamptz default now(),
  payload bytea
);
