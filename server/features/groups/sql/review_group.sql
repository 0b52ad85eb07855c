-- Into review. review_due is 24 h after entry, so the entry can be read from it.
create or replace function review_group(p_group uuid, p_from text) returns boolean
language plpgsql as $$
declare
  v_group groups;
begin
  update groups set status = 'manual_review', review_from = status, joinable = false,
      review_due = app_now() + interval '24 hours'
    where id = p_group and status = p_from
      and status in ('active', 'successful', 'secured', 'processing', 'packaging')
    returning * into v_group;
  if not found then
    return false;
  end if;
  insert into outbox (topic, dedupe_key, payload) values ('group.update',
    'group:' || p_group || ':manual_review:' || extract(epoch from v_group.review_due),
    jsonb_build_object('groupId', p_group, 'status', 'manual_review',
      'round', extract(epoch from v_group.review_due)));
  return true;
end
$$;
