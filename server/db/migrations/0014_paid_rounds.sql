-- What a referral round was worth when it was paid, so that another bonus judges no old round. The defaults are what
-- every round before this was paid, and what an older release that still serves pays.
alter table referral_rounds
  add column bonus_kobo bigint not null default 50000 check (bonus_kobo > 0),
  add column group_size integer not null default 3 check (group_size > 0);
