-- Who may act by name with the operator's commands, and shoppers an operator has locked out.

create table operators (
  name text primary key check (name ~ '^[a-z][a-z0-9._-]{1,39}$'),
  role text not null check (role in ('support', 'ops', 'finance')),
  created_at timestamptz not null default app_now()
);

alter table users add column locked_at timestamptz;
