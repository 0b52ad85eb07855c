import type { ReactElement } from 'react';

/** Excludes bare text, which a page translator replaces and React could then not update. */
export type TextFreeChildren = ReactElement | readonly TextFreeChildren[] | '' | false | null | undefined;
