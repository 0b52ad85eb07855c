/** A public demonstration shop has this environment: a sandbox behind https, with its own keys. */
export const PUBLIC_SANDBOX_SETTINGS = {
  SANDBOX: '1',
  PUBLIC_URL: 'https://ajora.example',
  FLW_SECRET_KEY: 'FLWSECK_TEST-mine',
  FLW_SECRET_HASH: 'mine',
};
