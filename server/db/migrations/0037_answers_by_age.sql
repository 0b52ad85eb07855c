-- What is due to go is found without reading what stays.
create index concurrently operator_answers_age on operator_answers (created_at);
