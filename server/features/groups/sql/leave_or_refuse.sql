-- Sent together with COMMIT (`commitWith`): its answer cannot be looked at before it, so a refusal raises and all of the
-- transaction is rolled back. The last statement of its transaction, since it locks a group's row.
--
-- Raises AJ002 when the shopper is no member, or the group can no longer be left.
create or replace function leave_or_refuse(p_user uuid, p_group uuid) returns void
language plpgsql as $$
begin
  if leave_group(p_user, p_group) not in ('left', 'already_left') then
    raise exception 'the group cannot be left' using errcode = 'AJ002';
  end if;
end
$$;
