/** Slogan of the pages and the web app manifest. @source spec */

export const SLOGAN = 'Buy Together, Save Together';
export const TAGLINE = 'Wholesale directly to you';
