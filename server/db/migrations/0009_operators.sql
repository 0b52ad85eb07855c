-- Who may act by name with the operator's commands, and what they did.

create table operators (
  name text primary key check (name ~ '^[a-z][a-z0-9._-]{1,39}$'),
  role text not null check (role in ('support', 'ops', 'finance')),
  created_at timestamptz not null default app_now()
);

create table audit_log (
  id bigint generated always as identity primary key,
  actor text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  reason text,
  ip text,
  created_at timestamptz not null default app_now()
);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log execute function refuse_change();
revoke update, delete, truncate on audit_log from current_user;
