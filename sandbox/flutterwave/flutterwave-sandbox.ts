import { PROVIDER_REDIRECT_PARAMETERS as PART } from '#contract/payment-return.ts';
import {
  type FlutterwaveSettings,
  isTestSecretKey,
} from '../../server/provider/flutterwave/flutterwave-settings.ts';
import type { ProviderSimulator } from '../provider/provider-simulator.ts';
import { mountSimulatedFlutterwaveApi } from './sandbox-api.ts';
import { buildLegacyFlatWebhook, buildReversalWebhook, buildV3Webhook } from './sandbox-shapes.ts';

/**
 * Simulates Flutterwave.
 * @throws {Error} unless the key is a test key, because the sandbox must never see a live key.
 */
export function createFlutterwaveSimulator({
  secretKey,
  secretHash,
}: Omit<FlutterwaveSettings, 'baseUrl'>): ProviderSimulator {
  if (!isTestSecretKey(secretKey))
    throw new Error('The payment sandbox only starts with a test key (FLWSECK_TEST-…).');
  const signed = (isForged: boolean) => ({ 'verif-hash': isForged ? 'not-the-secret-hash' : secretHash });
  return {
    mountApi: (app, api) => mountSimulatedFlutterwaveApi(app, { ...api, secretKey }),
    webhook: (transaction, session, { shape, isForged }) => ({
      headers: signed(isForged),
      body: JSON.stringify((shape === 'v3' ? buildV3Webhook : buildLegacyFlatWebhook)(transaction, session)),
    }),
    reversalWebhook: (reversal, transaction, { isForged }) => ({
      headers: signed(isForged),
      body: JSON.stringify(buildReversalWebhook(reversal, transaction)),
    }),
    returnUrl: (session, status, transactionId) => {
      const url = new URL(session.redirectUrl);
      url.searchParams.set(PART.status, status);
      url.searchParams.set(PART.reference, session.txRef);
      if (transactionId !== undefined && status !== 'cancelled') {
        url.searchParams.set(PART.transactionId, String(transactionId));
      }
      return url.href;
    },
  };
}
