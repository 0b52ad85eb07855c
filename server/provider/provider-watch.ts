import type { PaymentProvider, ProviderFailure } from './provider.ts';

/**
 * An outage of the card provider. `refuses`: it rejects the shop's API key. `silent`: no call had a clear result for a
 * minute.
 */
export interface ProviderOutage {
  kind: 'refuses' | 'silent';
  /** Reason for the operators: the provider's error message, or why the last call had no clear result. */
  reason: string;
}

const SILENT_CALLS = 3;
const SILENT_MS = 60_000;

/**
 * Watches the provider's responses, so that operators learn about failing card payments first.
 * @param notify reports an outage when it begins, and null when it ends.
 * @param now returns milliseconds of real time.
 */
export function watchProviderHealth(
  provider: PaymentProvider,
  notify: (trouble: ProviderOutage | null) => void,
  now: () => number = Date.now,
): PaymentProvider {
  let reportedKind: ProviderOutage['kind'] | null = null;
  let failures = 0;
  let failingSinceMs = 0;

  const begin = (trouble: ProviderOutage): void => {
    if (reportedKind === trouble.kind) return;
    reportedKind = trouble.kind;
    notify(trouble);
  };
  const noteAnswer = (): void => {
    failures = 0;
    if (reportedKind !== null) notify(null);
    reportedKind = null;
  };
  const noteSilence = (reason: string): void => {
    if (failures === 0) failingSinceMs = now();
    failures += 1;
    if (failures >= SILENT_CALLS && now() - failingSinceMs >= SILENT_MS) begin({ kind: 'silent', reason });
  };
  /** Observes a query. Queries are refused only for a wrong API key, so each refusal counts as an outage. */
  const question = async <Result extends { ok: true } | ProviderFailure>(
    request: Promise<Result>,
  ): Promise<Result> => {
    const result = await request;
    if (result.ok) noteAnswer();
    else if (result.kind === 'refused') begin({ kind: 'refuses', reason: result.reason });
    else noteSilence(result.reason);
    return result;
  };
  /**
   * Observes a request that moves money. A refusal may concern the request's content, so it does not prove a wrong API
   * key.
   */
  const call = async <Result extends { ok: true } | ProviderFailure>(
    request: Promise<Result>,
  ): Promise<Result> => {
    const result = await request;
    if (result.ok) noteAnswer();
    else if (result.isOurKey) begin({ kind: 'refuses', reason: result.reason });
    else if (result.kind === 'unknown') noteSilence(result.reason);
    return result;
  };
  return {
    ...provider,
    createCheckout: (request) => call(provider.createCheckout(request)),
    verify: (reference) => question(provider.verify(reference)),
    verifyById: (transactionId) => call(provider.verifyById(transactionId)),
    refund: (request) => call(provider.refund(request)),
    list: (request) => question(provider.list(request)),
    listReversals: (kind, request) => question(provider.listReversals(kind, request)),
    listSettlements: (request) => question(provider.listSettlements(request)),
  };
}
