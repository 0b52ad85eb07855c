-- The last statement of an operator's refund of one line, sent together with COMMIT (`commitWith`) since it locks the
-- group's row. Gives the line's units back when it was counted in a forming group (p_units > 0). Raises AJ002 when the
-- group is no longer in the state in which the refund was worked out: the money would have been taken from where it no
-- longer is, or the line would still be counted.
create or replace function give_units_back(p_group uuid, p_status text, p_units integer, p_members integer) returns void
language plpgsql as $$
begin
  if p_units > 0 then
    update groups set units_sold = units_sold - p_units, participant_count = participant_count - p_members
      where id = p_group and status = p_status;
  else
    perform 1 from groups where id = p_group and status = p_status for share;
  end if;
  if not found then
    raise exception 'the group changed meanwhile' using errcode = 'AJ002';
  end if;
end
$$;
