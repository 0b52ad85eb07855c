-- In what the card was charged: a reversal of it stands on accounts of that currency.
alter table provider_reversals add column currency text not null default 'NGN';
