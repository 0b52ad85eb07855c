/** What the shop says of itself, on each page and in the manifest. @source spec */

export const SLOGAN = 'Buy Together, Save Together';
export const TAGLINE = 'Wholesale directly to you';
