-- What is wrong now, and who has been told: one row for each thing, shared by all instances.
create table alarms (
  kind text not null,
  -- Which law, topic, group or payment; empty where there is only one.
  subject text not null default '' check (length(subject) <= 200),
  detail text not null default '' check (length(detail) <= 500),
  -- Something that happened, not something that lasts: told once, then forgotten.
  is_event boolean not null default false,
  -- Real time: an operator is told in it.
  raised_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  told_at timestamptz,
  over_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (kind, subject)
);
