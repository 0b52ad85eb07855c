import { flutterwaveSandbox } from './flutterwave/flutterwave-sandbox.ts';

/** Plays the card provider that `server/provider/chosen-provider.ts` chooses. */
export const chosenWire = flutterwaveSandbox;
