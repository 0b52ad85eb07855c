import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Calls to the card provider are counted by `call verdict`, as the provider answered. */
export interface ProviderCallCounter {
  counts(): Record<string, number>;
  /** Argument for `startSandboxProcessForShop`. */
  prepare(server: FastifyInstance): void;
  /** Makes the provider refuse the next card pages. */
  refuseCheckouts(times: number): void;
}

/** Flutterwave's addresses identify the calls. @source payments.md */
const CALLS: Readonly<Record<string, string>> = {
  'POST /v3/payments': 'checkout',
  'GET /v3/transactions/verify_by_reference': 'verify',
  'GET /v3/transactions/:id/verify': 'verify_by_id',
  'POST /v3/transactions/:id/refund': 'refund',
  'GET /v3/transactions': 'list',
  'GET /v3/refunds': 'list_reversals',
  'GET /v3/chargebacks': 'list_reversals',
  'GET /v3/settlements': 'list_settlements',
};

export function startProviderCallCounter(): ProviderCallCounter {
  const counts: Record<string, number> = {};
  const bodies = new WeakMap<FastifyRequest, string>();
  let refusals = 0;
  return {
    counts: () => ({ ...counts }),
    refuseCheckouts: (times) => {
      refusals = times;
    },
    prepare(server) {
      server.addHook('onRequest', async (request, reply) => {
        if (callOf(request) !== 'checkout' || refusals === 0) return;
        refusals -= 1;
        return reply.code(400).send({ status: 'error', message: 'Currency is not enabled', data: null });
      });
      server.addHook('onSend', async (request, _reply, payload) => {
        bodies.set(request, String(payload));
      });
      server.addHook('onResponse', async (request, reply) => {
        const call = callOf(request);
        if (call === undefined) return;
        const name = `${call} ${verdictOf(reply, bodies.get(request) ?? '')}`;
        counts[name] = (counts[name] ?? 0) + 1;
      });
    },
  };
}

const callOf = ({ method, routeOptions }: FastifyRequest): string | undefined =>
  CALLS[`${method} ${routeOptions.url}`];

/** Parses the raw response, so that a fault of the shop's own parser cannot hide. */
function verdictOf(reply: FastifyReply, body: string): 'ok' | 'refused' | 'unknown' {
  const isJson = String(reply.getHeader('content-type')).includes('json');
  if (reply.statusCode >= 500 || reply.statusCode === 429 || !isJson) return 'unknown';
  const { status, message } = JSON.parse(body) as { status: string; message: string };
  if (status === 'success' || message.startsWith('No transaction was found')) return 'ok';
  return 'refused';
}
