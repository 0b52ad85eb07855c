-- A provider's ids are words of its own, and each provider owes what it took on an account of its own. The functions
-- named here come again with ids of text.
drop function if exists is_parked(bigint);
drop function if exists release_review(bigint, uuid, text);
drop function if exists return_review(bigint, text);
drop table refunds;

alter table payments alter column provider_tx_id type text;
-- Null: kept by a release before this one, and not settled since.
alter table provider_transactions alter column tx_id type text, add column account text;
update provider_transactions set account =
  (select code from ledger_accounts where kind = 'system' and code like 'provider:%' order by id limit 1);

-- What was found out of order keeps its figures: with an id of another type it would pass for new.
update recon_items set
  ours = case when jsonb_typeof(ours -> 'id') = 'number'
    then jsonb_set(ours, '{id}', to_jsonb(ours ->> 'id')) else ours end,
  theirs = case when jsonb_typeof(theirs -> 'id') = 'number'
    then jsonb_set(theirs, '{id}', to_jsonb(theirs ->> 'id')) else theirs end;
