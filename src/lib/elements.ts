import type { ReactElement } from 'react';

/**
 * What may be drawn beside other things. A text there has to be in an element of its own: the browser's page translator
 * replaces text nodes, and React could then neither change nor remove it.
 */
export type Elements = ReactElement | readonly Elements[] | '' | false | null | undefined;
