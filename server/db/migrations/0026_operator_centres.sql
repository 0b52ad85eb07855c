-- An operator may be limited to some pickup centres, by their codes, which never change. Null: the whole shop.
alter table operators add column centres text[]
  constraint operators_centres_check check (centres is null or (role <> 'owner' and cardinality(centres) > 0));
