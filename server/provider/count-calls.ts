import type { PaymentProvider, ProviderFailure } from './provider.ts';

export type ProviderCallOutcome = 'ok' | ProviderFailure['kind'];

/** Wraps the provider so that `note` counts the outcome of each network call for the metrics. */
export function countProviderCalls(
  provider: PaymentProvider,
  note: (call: string, verdict: ProviderCallOutcome) => void,
): PaymentProvider {
  async function counted<Result extends { ok: true } | ProviderFailure>(
    call: string,
    answer: Promise<Result>,
  ): Promise<Result> {
    const result = await answer;
    note(call, result.ok ? 'ok' : result.kind);
    return result;
  }
  return {
    ...provider,
    createCheckout: (request) => counted('checkout', provider.createCheckout(request)),
    verify: (reference) => counted('verify', provider.verify(reference)),
    verifyById: (transactionId) => counted('verify_by_id', provider.verifyById(transactionId)),
    refund: (request) => counted('refund', provider.refund(request)),
    list: (request) => counted('list', provider.list(request)),
    listReversals: (kind, request) => counted('list_reversals', provider.listReversals(kind, request)),
    listSettlements: (request) => counted('list_settlements', provider.listSettlements(request)),
  };
}
