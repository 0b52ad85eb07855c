import { createFlutterwaveSimulator } from './flutterwave/flutterwave-sandbox.ts';

/** Must simulate the card provider that `server/provider/chosen-provider.ts` selects. */
export const createProviderSimulator = createFlutterwaveSimulator;
