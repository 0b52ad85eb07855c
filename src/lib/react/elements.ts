import type { ReactElement } from 'react';

/**
 * Children that are elements and not bare text. A page translator replaces bare text, and React could then not update
 * it.
 */
export type TextFreeChildren = ReactElement | readonly TextFreeChildren[] | '' | false | null | undefined;
