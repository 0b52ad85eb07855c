-- An operator's act is done once under its key: its row of the log takes the key, in the act's own transaction.
alter table audit_log add column key text;
create unique index audit_log_key on audit_log (key) where key is not null;

-- What was answered, for whoever sends the act again.
create table operator_answers (
  key text primary key,
  -- HMAC of the command with its words: a key stands for one act.
  words text not null,
  answer jsonb not null,
  created_at timestamptz not null default now()
);
