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
