-- From which kind of browser a refresh token was first presented: a copy of it comes from another one.
alter table refresh_tokens add column presented_from text;
