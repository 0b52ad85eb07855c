/**
 * Addresses that a navigation must take to the server instead of the precached shell. Workbox matches them
 * against path and query together, so every rule ends at a slash, a question mark or the end. Pure.
 */
export const NAVIGATION_DENYLIST: readonly RegExp[] = [
  /^\/api(\/|\?|$)/,
  /^\/auth(\/|\?|$)/,
  /^\/notifications(\/|\?|$)/,
  /^\/cart\/(add|update-quantity|remove)/,
  /^\/socket\.io\//,
  /^\/(assets|icons|screenshots|images|pictures)\//,
  // The sandbox's card page, the operator and the probes live on the same origin.
  /^\/(v3|sandbox|ops|healthz|readyz|metrics)(\/|\?|$)/,
  // Files of the root only: a slug such as /product/rice-2.5kg is a page.
  /^\/[^/?]+\.[a-z0-9]{2,11}(\?|$)/,
];
