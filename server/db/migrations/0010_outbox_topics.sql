-- What a row may be about. A release that adds a topic lets it in with a migration of its own, which the release before
-- it leaves waiting.
alter table outbox add constraint outbox_topic_check check (topic in (
  'notice', 'group.successful', 'group.update', 'join', 'progress', 'referral', 'push', 'provider_event'));
