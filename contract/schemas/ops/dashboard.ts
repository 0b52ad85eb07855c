import { type Static, Type } from 'typebox';
import { NullableIsoTimestamp, NullableString, ObjectReply } from '../basics.ts';

/** Amounts are in naira. */

const NullableFigure = Type.Union([Type.Number(), Type.Null()]);

/** Kinds of work that waits for an operator: goods first, then decisions, then failures of the system. */
const WAITING_WORK_KINDS = [
  ...(['buy', 'pack', 'move', 'tell', 'hand_out', 'overdue', 'unproven'] as const),
  ...(['approval', 'recovery', 'review', 'closing', 'reconciliation', 'incomplete'] as const),
  ...(['alarm', 'dead_task', 'failed_job'] as const),
] as const;
export type WaitingWorkKind = (typeof WAITING_WORK_KINDS)[number];

/** Steps of setting up a new shop before it takes orders, in the order in which they are done. */
const SETUP_STEPS = [
  ...(['owner', 'centre', 'product', 'picture', 'on_sale', 'test_order', 'provider_key'] as const),
] as const;
export type ShopSetupStep = (typeof SETUP_STEPS)[number];

const figures = {
  count: Type.Integer(),
  /** Total amount of the items that wait, in naira; null: this kind of work concerns no money. */
  naira: NullableFigure,
  oldestAt: NullableIsoTimestamp,
};

export const OpsDashboardReply = ObjectReply({
  /** Steps of setting up the shop; empty once every step is done. */
  setup: Type.Array(Type.Object({ step: Type.Enum([...SETUP_STEPS]), isDone: Type.Boolean() })),
  /** Pending work, the longest waiting first. `command` is the operator command that lists the items of this work. */
  waiting: Type.Array(
    Type.Object({
      kind: Type.Enum([...WAITING_WORK_KINDS]),
      what: Type.String(),
      ...figures,
      command: Type.String(),
      /** The pending work of each pickup centre; empty for a kind of work that has no centre. */
      centres: Type.Array(
        Type.Object({
          centre: Type.String(),
          name: Type.String(),
          ...figures,
          /** Warning that the centre has more orders than it can hand out on a day; null: no warning. */
          overload: NullableString,
        }),
      ),
    }),
  ),
  /** Number of groups that close in each of the next 24 hours. */
  closing: Type.Array(Type.Object({ inHours: Type.Integer(), groups: Type.Integer() })),
  /** Orders, money and new shoppers of each of the last 14 days in Lagos time, oldest first. */
  days: Type.Array(
    Type.Object({
      day: Type.String(),
      orders: Type.Integer(),
      paidInNaira: Type.Number(),
      paidBackNaira: Type.Number(),
      attempts: Type.Integer(),
      newShoppers: Type.Integer(),
    }),
  ),
});
export type OpsDashboardReply = Static<typeof OpsDashboardReply>;
