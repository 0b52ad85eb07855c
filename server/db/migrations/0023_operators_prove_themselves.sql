-- Operators prove who they are, an owner names them, and one who leaves acts no more. secret_hash null: named before
-- there were secrets, and waits for `operator reset`. A name is used once: the audit log goes by it.
alter table operators
  add column secret_hash text,
  add column removed_at timestamptz,
  -- Wrong secrets in a row, and when the last was given.
  add column misses smallint not null default 0,
  add column missed_at timestamptz,
  drop constraint operators_role_check,
  add constraint operators_role_check check (role in ('support', 'ops', 'finance', 'owner'));
