-- Calls `leave_group`. Raises AJ002 when the shopper is not a member, or the group can no longer be left.
--
-- It is sent together with COMMIT (`commitWith`), so only an error can roll the transaction back. It is the last
-- statement of its transaction, because it locks the row of a group, for which buyers wait.
create or replace function leave_or_refuse(p_user uuid, p_group uuid) returns void
language plpgsql as $$
begin
  if leave_group(p_user, p_group) not in ('left', 'already_left') then
    raise exception 'the group cannot be left' using errcode = 'AJ002';
  end if;
end
$$;
