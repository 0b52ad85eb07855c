import type { CardProviderModule } from '../card-provider.ts';
import { createFlutterwaveClient } from './flutterwave-client.ts';
import { parseReturnQuery, RETURN_QUERY_PARAMETERS } from './flutterwave-return.ts';
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
    returnParts: RETURN_QUERY_PARAMETERS,
    parseReturn: parseReturnQuery,
    parseWebhook: (request) => parseFlutterwaveWebhook(request, settings.secretHash),
  }),
} satisfies CardProviderModule<FlutterwaveSettings>;
