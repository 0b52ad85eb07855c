-- `jsonb` sorts the names by length; `json` keeps them in the order in which they were typed. What was sorted before
-- stays as it is until the product is written again.
alter table products alter column specifications drop default;
alter table products alter column specifications type json using specifications::json;
alter table products alter column specifications set default '{}';
