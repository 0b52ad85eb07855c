-- Whose money got free lately is found without reading who ever held some.
create index concurrently wallet_holds_resolved on wallet_holds (resolved_at) where resolved_at is not null;
