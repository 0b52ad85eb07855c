import { createFlutterwaveSimulator } from './flutterwave/flutterwave-sandbox.ts';

/** The simulation of the card provider. It must be the provider that `server/provider/chosen-provider.ts` selects. */
export const createProviderSimulator = createFlutterwaveSimulator;
