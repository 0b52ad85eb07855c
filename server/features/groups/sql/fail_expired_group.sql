-- active → failed, only past the deadline. False when the group filled, or somebody else moved it, first.
create or replace function fail_expired_group(p_group uuid) returns boolean
language plpgsql as $$
declare
  v_group groups;
begin
  update groups set status = 'failed', joinable = false
    where id = p_group and status = 'active' and units_sold < min_units and deadline <= app_now()
    returning * into v_group;
  if not found then
    return false;
  end if;
  perform after_failed(v_group);
  return true;
end
$$;
