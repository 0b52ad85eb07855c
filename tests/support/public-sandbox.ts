/** The environment of a demonstration that everybody can reach: a sandbox behind https, with keys of its own. */
export const PUBLIC_SANDBOX = {
  SANDBOX: '1',
  PUBLIC_URL: 'https://ajora.example',
  FLW_SECRET_KEY: 'FLWSECK_TEST-mine',
  FLW_SECRET_HASH: 'mine',
};
