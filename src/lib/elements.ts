import type { ReactElement } from 'react';

/** Children without bare text, which a page translator replaces and React could then not update. */
export type Elements = ReactElement | readonly Elements[] | '' | false | null | undefined;
