-- A payout that takes more back than it pays is one that the bank gives.
alter table provider_settlements drop constraint provider_settlements_net_kobo_check;
