import type { PaymentProvider, ProviderFailure } from './provider.ts';

/** @param ask makes the call. */
type Around = <Result extends { ok: true } | ProviderFailure>(
  call: string,
  ask: () => Promise<Result>,
) => Promise<Result>;

/** The same provider; `around` is put around each call that goes over the network. */
export function aroundCalls(provider: PaymentProvider, around: Around): PaymentProvider {
  return {
    ...provider,
    createCheckout: (request) => around('checkout', () => provider.createCheckout(request)),
    verify: (reference) => around('verify', () => provider.verify(reference)),
    verifyById: (transactionId) => around('verify_by_id', () => provider.verifyById(transactionId)),
    refund: (request) => around('refund', () => provider.refund(request)),
    list: (request) => around('list', () => provider.list(request)),
    listReversals: (kind, request) => around('list_reversals', () => provider.listReversals(kind, request)),
    listSettlements: (request) => around('list_settlements', () => provider.listSettlements(request)),
  };
}
