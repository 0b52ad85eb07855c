-- What operators write down about a shopper for each other. Theirs to read in the export, and erased with the account.
create table shopper_notes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  note text not null check (length(note) between 1 and 1000),
  written_by text not null,
  created_at timestamptz not null default app_now()
);
create index shopper_notes_user on shopper_notes (user_id, id);
