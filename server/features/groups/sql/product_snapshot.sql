-- Returns the product data that a group stores when it opens. While the group can be joined, product list, product
-- page, cart and checkout use its prices, so that an edit of the product does not change them. Amounts are kobo; a
-- unit's `priceKobo` is its price in a group.
create or replace function product_snapshot(p_product uuid) returns jsonb
language plpgsql stable as $$
begin
  return (
  select jsonb_build_object(
    'title', p.title, 'slug', p.slug, 'image', p.images[1],
    'priceKobo', p.price_kobo, 'basePriceKobo', p.base_price_kobo, 'minUnits', p.min_units,
    'unitsEnabled', p.units_enabled, 'baseUnitName', p.base_unit_name,
    'units', coalesce((
      select jsonb_agg(jsonb_build_object(
          'name', u.name, 'displayName', u.display_name, 'baseUnitQuantity', u.base_unit_qty,
          'priceType', u.price_type, 'customPriceKobo', u.custom_price_kobo,
          'priceKobo', coalesce(u.custom_price_kobo,
            round(p.price_kobo::numeric / 100 * u.base_unit_qty / largest.qty)::bigint * 100),
          'basePriceKobo', u.base_price_kobo, 'active', u.active, 'sort', u.sort) order by u.sort, u.name)
      from selling_units u,
        (select max(base_unit_qty) as qty from selling_units where product_id = p.id) as largest
      where u.product_id = p.id), '[]'))
  from products p where p.id = p_product
  );
end
$$;
