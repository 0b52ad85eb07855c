import { createFlutterwaveSimulator } from './flutterwave/flutterwave-sandbox.ts';

/** Simulates the card provider. It must be the same provider as in `server/provider/chosen-provider.ts`. */
export const createProviderSimulator = createFlutterwaveSimulator;
