import { flutterwaveSandbox } from './flutterwave/flutterwave-sandbox.ts';

/** The sandbox of the card provider that `server/provider/chosen-provider.ts` selects. */
export const chosenWire = flutterwaveSandbox;
