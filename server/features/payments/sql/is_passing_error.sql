-- Returns true for errors that say nothing about the payment: a conflict, a lock or statement that took too long, a
-- server that is stopping or out of space. The payment is then settled again from the beginning.
create or replace function is_passing_error(p_sqlstate text) returns boolean
language sql immutable as $$
  select left(p_sqlstate, 2) in ('08', '25', '40', '53', '55', '57', '58', 'XX')
$$;
