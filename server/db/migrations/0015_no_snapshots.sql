-- Nobody ever wrote one: only wallets store a balance, every other account is the sum of its entries.
drop table ledger_snapshots;
