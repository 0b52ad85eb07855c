-- A bulk move is taken back by its id.
create index concurrently fulfilment_batches_move on fulfilment_batches (move_id) where move_id is not null;
