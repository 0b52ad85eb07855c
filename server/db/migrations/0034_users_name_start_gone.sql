-- Their names had to be typed with the exact accents. The release before this one searches without them, only slower.
drop index users_name_start;
drop index users_surname_start;
