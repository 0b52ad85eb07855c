import type { EnvironmentReader } from '../../lib/environment-reader.ts';
import type { ProviderSettingsContext } from '../provider-module.ts';

export interface FlutterwaveSettings {
  /** Origin of Flutterwave's API, without a path. */
  baseUrl: string;
  /** Secret key for the API. It must never be logged. */
  secretKey: string;
  secretHash: string;
}

const LIVE_API = 'https://api.flutterwave.com';

/** Key for simulated payments on this machine, which the real Flutterwave rejects. */
const SANDBOX_SECRET_KEY = 'FLWSECK_TEST-sandbox';
const SANDBOX_SECRET_HASH = 'sandbox-webhook-hash';

/** Recognises a test key by the prefix `FLWSECK_TEST-`; any other key may move real money. */
export function isTestSecretKey(secretKey: string): boolean {
  return /^FLWSECK_TEST-./i.test(secretKey);
}

/** Reads the shop's Flutterwave account, and rejects a key that does not fit the environment. */
export function readFlutterwaveSettings(
  env: EnvironmentReader,
  { hasSandbox, isLocal, ownAddress }: ProviderSettingsContext,
): FlutterwaveSettings {
  const secretKey = env.text('FLW_SECRET_KEY', hasSandbox ? SANDBOX_SECRET_KEY : '');
  const secretHash = env.text('FLW_SECRET_HASH', hasSandbox ? SANDBOX_SECRET_HASH : '');
  const baseUrl = env.origin('FLW_BASE_URL', hasSandbox ? ownAddress : LIVE_API);
  if (hasSandbox && !isTestSecretKey(secretKey)) {
    env.refuse(
      env.has('SANDBOX')
        ? 'SANDBOX=1 with a live FLW_SECRET_KEY: the sandbox gives goods for no money. Use a test key (FLWSECK_TEST-…) or remove SANDBOX.'
        : 'FLW_SECRET_KEY is not a test key, but HOST and PUBLIC_URL are loopback, where the payment sandbox runs. Set PUBLIC_URL to the public address, or SANDBOX=0.',
    );
  }
  const isPublished = secretHash === SANDBOX_SECRET_HASH || secretKey === SANDBOX_SECRET_KEY;
  if (hasSandbox && !isLocal && isPublished) {
    env.refuse(
      "SANDBOX=1 on a shop that others can reach needs a FLW_SECRET_KEY (FLWSECK_TEST-…) and a FLW_SECRET_HASH of your own: anybody can read the sandbox's.",
    );
  }
  if (!hasSandbox) {
    if (!secretKey)
      env.refuse('FLW_SECRET_KEY is missing: without the sandbox the shop needs the card provider.');
    if (!secretHash) env.refuse('FLW_SECRET_HASH is missing: without it no webhook can be believed.');
    if (isPublished) {
      env.refuse("FLW_SECRET_KEY and FLW_SECRET_HASH must be your own, not the sandbox's.");
    }
    if (!baseUrl.startsWith('https:')) env.refuse('FLW_BASE_URL must be https when no sandbox runs.');
  }
  return { baseUrl, secretKey, secretHash };
}
