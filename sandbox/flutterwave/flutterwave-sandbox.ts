import { PROVIDER_RETURN as PART } from '#contract/payment-return.ts';
import {
  type FlutterwaveSettings,
  isTestKey,
} from '../../server/provider/flutterwave/flutterwave-settings.ts';
import type { SandboxWire } from '../provider/sandbox-wire.ts';
import { mountApi } from './sandbox-api.ts';
import { flatWebhook, reversalWebhook, v3Webhook } from './sandbox-shapes.ts';

/** Simulates Flutterwave. @throws {Error} unless the key is a test key: the sandbox must never see a live key. */
export function flutterwaveSandbox({
  secretKey,
  secretHash,
}: Omit<FlutterwaveSettings, 'baseUrl'>): SandboxWire {
  if (!isTestKey(secretKey))
    throw new Error('The payment sandbox only starts with a test key (FLWSECK_TEST-…).');
  const signed = (isForged: boolean) => ({ 'verif-hash': isForged ? 'not-the-secret-hash' : secretHash });
  return {
    mountApi: (app, api) => mountApi(app, { ...api, secretKey }),
    webhook: (transaction, session, { shape, isForged }) => ({
      headers: signed(isForged),
      body: JSON.stringify((shape === 'v3' ? v3Webhook : flatWebhook)(transaction, session)),
    }),
    reversalWebhook: (reversal, transaction, { isForged }) => ({
      headers: signed(isForged),
      body: JSON.stringify(reversalWebhook(reversal, transaction)),
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
