import type { CardProvider } from '../card-provider.ts';
import { createFlutterwaveClient } from './flutterwave-client.ts';
import { RETURN_PARTS, readReturn } from './flutterwave-return.ts';
import { type FlutterwaveSettings, readFlutterwaveSettings } from './flutterwave-settings.ts';
import { readWebhook } from './flutterwave-webhook.ts';

const LIVE_CARD_PAGE = 'https://checkout.flutterwave.com';

/** Describes Flutterwave with its v3 API. @source payments.md */
export const flutterwave = {
  variables: ['FLW_SECRET_KEY', 'FLW_SECRET_HASH'],
  secretText: /\bFLWSECK\S*/g,
  readSettings: readFlutterwaveSettings,
  open: (settings, { hasSandbox, ...patience }) => ({
    ...createFlutterwaveClient({ ...settings, ...patience }),
    name: 'flutterwave',
    accountCode: 'provider:flutterwave',
    cardPages: [hasSandbox ? settings.baseUrl : LIVE_CARD_PAGE],
    returnParts: RETURN_PARTS,
    parseReturn: readReturn,
    parseWebhook: (request) => readWebhook(request, settings.secretHash),
  }),
} satisfies CardProvider<FlutterwaveSettings>;
