-- The operator's board: the groups of a status by their deadline, page by page.
create index concurrently groups_board on groups (status, deadline, id);
