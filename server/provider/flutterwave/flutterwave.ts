import type { PaymentProviderModule } from '../provider-module.ts';
import { createFlutterwaveClient } from './flutterwave-client.ts';
import { CHECKOUT_RETURN_QUERY_PARAMETERS, parseCheckoutReturnQuery } from './flutterwave-return.ts';
import { type FlutterwaveSettings, readFlutterwaveSettings } from './flutterwave-settings.ts';
import { parseFlutterwaveWebhook } from './flutterwave-webhook.ts';

const LIVE_CARD_PAGE = 'https://checkout.flutterwave.com';

/** The card provider Flutterwave, called by its v3 API. @source payments.md */
export const flutterwaveProvider = {
  variables: ['FLW_SECRET_KEY', 'FLW_SECRET_HASH'],
  secretText: /\bFLWSECK\S*/g,
  readSettings: readFlutterwaveSettings,
  open: (settings, { hasSandbox, ...patience }) => ({
    ...createFlutterwaveClient({ ...settings, ...patience }),
    name: 'flutterwave',
    accountCode: 'provider:flutterwave',
    cardPages: [hasSandbox ? settings.baseUrl : LIVE_CARD_PAGE],
    returnParts: CHECKOUT_RETURN_QUERY_PARAMETERS,
    parseReturn: parseCheckoutReturnQuery,
    parseWebhook: (request) => parseFlutterwaveWebhook(request, settings.secretHash),
  }),
} satisfies PaymentProviderModule<FlutterwaveSettings>;
