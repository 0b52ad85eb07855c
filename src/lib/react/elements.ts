import type { ReactElement } from 'react';

/** Elements without bare text beside them. A page translator replaces bare text, and React could then not update it. */
export type TextFreeChildren = ReactElement | readonly TextFreeChildren[] | '' | false | null | undefined;
