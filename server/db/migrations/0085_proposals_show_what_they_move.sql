-- What a proposal would move when it was made, in the words that its proposer has read: whom and what it is about, and a
-- sentence for each thing. null: proposed before this column was there.
alter table operator_proposals add column preview jsonb;
