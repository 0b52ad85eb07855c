-- Who handed a line out, as the audit log names them. Null: before this release, or not handed out.
alter table order_items add column collected_by text;
