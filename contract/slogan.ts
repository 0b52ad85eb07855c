/** Pages and the manifest show these texts. @source spec */

export const SLOGAN = 'Buy Together, Save Together';
export const TAGLINE = 'Wholesale directly to you';
