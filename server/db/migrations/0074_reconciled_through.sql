-- When this run had ended, every day up to this one had a run that did: the next look begins after it.
alter table recon_runs add column done_through date;

-- Of the runs until now, so that no look goes through all of them again.
with days as (
  select (min(created_at) at time zone 'Africa/Lagos')::date as first,
    ((app_now() - interval '2 hours') at time zone 'Africa/Lagos')::date as today
  from payments where card_kobo > 0)
update recon_runs set done_through = (
    select min(first + back) - 1 from days, generate_series(0, today - first) back
    where first + back = today or not exists (
      select from recon_runs r where r.day = first + back
        and r.finished_at >= (first + back + 1)::timestamp at time zone 'Africa/Lagos'))
  where id = (select max(id) from recon_runs);
