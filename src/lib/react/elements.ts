import type { ReactElement } from 'react';

/** Children without bare text. A page translator replaces bare text, which React could then not update. */
export type TextFreeChildren = ReactElement | readonly TextFreeChildren[] | '' | false | null | undefined;
