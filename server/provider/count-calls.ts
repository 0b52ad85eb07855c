import { aroundCalls } from './around-calls.ts';
import type { PaymentProvider, ProviderFailure } from './provider.ts';

/** How a call ended: the provider did it, said no, or nobody knows. */
export type CallVerdict = 'ok' | ProviderFailure['kind'];

/** The same provider; `note` is told of each call that goes over the network. */
export function countCalls(
  provider: PaymentProvider,
  note: (call: string, verdict: CallVerdict) => void,
): PaymentProvider {
  return aroundCalls(provider, async (call, ask) => {
    const result = await ask();
    note(call, result.ok ? 'ok' : result.kind);
    return result;
  });
}
