-- What one operator asks for at the console and a second one has to agree to. The act itself is its command's: here lies
-- what was asked until somebody has decided.
create table operator_proposals (
  id bigint generated always as identity primary key,
  -- Under which the act is done once.
  key text not null unique,
  command text not null,
  -- Its words and options, without the key.
  arguments jsonb not null,
  -- What it would move; null: another currency.
  amount_kobo bigint,
  proposed_by text not null,
  ip text,
  status text not null default 'open' check (status in ('open', 'done', 'failed', 'declined')),
  -- Who has agreed or declined. Set and still open: the act is under way, and is finished in this name.
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
