-- Inserts the order of a payment. It tries random tracking numbers until one is not taken.
create or replace function insert_order(p_payment payments) returns orders
language plpgsql as $$
declare
  v_order orders;
begin
  loop
    insert into orders (tracking_no, pickup_code, user_id, payment_id, centre_id, total_kobo, delivery)
      values ('GB-' || random_crockford(8), random_pickup_code(), p_payment.user_id,
        p_payment.id, p_payment.centre_id, p_payment.total_kobo, p_payment.delivery)
      on conflict (tracking_no) do nothing returning * into v_order;
    exit when v_order.id is not null;
  end loop;
  return v_order;
end
$$;
