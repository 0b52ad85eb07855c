import { Type } from 'typebox';
import { opsUnlockPickupCode } from '#contract/ops/console-endpoints.ts';
import * as calls from '#contract/ops/pickup-endpoints.ts';
import { OpsActionReply, OpsReasonBody, OpsTrackingNumberParams } from '#contract/schemas/ops/console.ts';
import * as schemas from '#contract/schemas/ops/pickup.ts';
import { handOutOrder, unlockPickupCode } from '../../../features/fulfilment/collect-service.ts';
import {
  findCentreOfInvalidCodeHandOut,
  findInvalidCodeHandOuts,
} from '../../../features/fulfilment/invalid-code-repository.ts';
import { resolveInvalidCodeHandOut } from '../../../features/fulfilment/invalid-code-service.ts';
import { isIsoTimestamp } from '../../../lib/calendar.ts';
import { ActionRefusedError, defineAction, defineConsoleEndpoint, EmptyActionBody } from '../../action.ts';
import { normalizeTrackingNumber } from '../../queries/search-terms.ts';
import { findCentreOfOrder } from '../allowed-centres.ts';

const { lines, ...fields } = schemas.OpsHandOutOrderBody.properties;

const itemHandOutAction = defineAction({
  name: 'item collect',
  summary:
    'Hand out an order, or some of its lines, with the pickup code. --at: the goods were handed out then, without a connection; lines that are refused stay open until item resolve.',
  roles: ['ops'],
  key: 'given',
  // A phone that repeats a hand-out later adds the hand-out's time as `at`; the repeat must not count as another
  // request.
  loose: ['at'],
  body: Type.Object({ ...OpsTrackingNumberParams.properties, ...fields, lines: Type.Optional(lines) }),
  positionals: ['trackingNumber'],
  centres: findCentreOfOrder,
  console: defineConsoleEndpoint(calls.opsHandOutOrder, schemas.OpsHandOutOrderReply, {
    required: ['lines'],
  }),
  async run({ db, actor, key }, { trackingNumber, code, lines: some = null, at }) {
    if (at !== undefined && !isIsoTimestamp(at))
      throw new ActionRefusedError('--at is a time, for example 2026-01-02T09:30Z.');
    const handedOutAt = at === undefined ? null : new Date(at).toISOString();
    const wish = {
      trackingNumber: normalizeTrackingNumber({ trackingNumber }),
      code,
      lines: some,
      handedOutAt,
    };
    return { data: await handOutOrder(db, wish, { actor, key }) };
  },
});

const invalidCodeHandOutListAction = defineAction({
  name: 'item unproven',
  summary: 'Goods that were handed out offline without a valid code and are not resolved yet.',
  roles: ['support', 'ops'],
  body: EmptyActionBody,
  centres: 'listed',
  console: defineConsoleEndpoint(calls.opsListInvalidCodeHandOuts, schemas.OpsInvalidCodeHandOutsReply),
  run: async ({ db, centres }) => ({
    data: await findInvalidCodeHandOuts(db, null, centres),
    lookedAt: 'pickup:unproven',
  }),
});

const invalidCodeHandOutResolveAction = defineAction({
  name: 'item resolve',
  summary:
    'Resolve goods that were handed out without a valid code. collected: the right code was entered later. confirmed: the shopper says they have them; the line counts as handed out. lost: written off.',
  roles: ['support', 'ops'],
  key: 'given',
  body: Type.Object({
    ...schemas.OpsInvalidCodeHandOutParams.properties,
    ...schemas.OpsResolveInvalidCodeHandOutBody.properties,
  }),
  positionals: ['id'],
  centres: (db, { id }) => findCentreOfInvalidCodeHandOut(db, Number(id)),
  console: defineConsoleEndpoint(calls.opsResolveInvalidCodeHandOut, OpsActionReply),
  async run({ db, actor, key }, { id, outcome, reason }) {
    const { trackingNumber, line } = await resolveInvalidCodeHandOut(db, Number(id), outcome, {
      actor,
      key,
      reason,
    });
    return { data: { id: Number(id), trackingNumber, line, outcome } };
  },
});

const pickupCodeUnlockAction = defineAction({
  name: 'item unlock',
  summary: 'Unlock the pickup code of an order after five wrong tries.',
  roles: ['support'],
  key: 'given',
  body: Type.Object({ ...OpsTrackingNumberParams.properties, ...OpsReasonBody.properties }),
  positionals: ['trackingNumber'],
  centres: findCentreOfOrder,
  console: defineConsoleEndpoint(opsUnlockPickupCode, OpsActionReply),
  async run({ db, actor, key }, { reason, ...order }) {
    const trackingNumber = normalizeTrackingNumber(order);
    await unlockPickupCode(db, trackingNumber, { actor, key, reason });
    return { data: { trackingNumber } };
  },
});

export const handOutActions = [
  itemHandOutAction,
  invalidCodeHandOutListAction,
  invalidCodeHandOutResolveAction,
  pickupCodeUnlockAction,
];
