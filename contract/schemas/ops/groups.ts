import { type Static, Type } from 'typebox';
import { LIST_ROWS_MAX, OPERATOR_REASON_LENGTH_MAX, SLUG_LENGTH_MAX } from '../../limits.ts';
import {
  IsoTimestamp,
  ListReply,
  NullableIsoTimestamp,
  NullableString,
  ObjectReply,
  PositiveIntegerUpTo,
  TextUpTo,
  Uuid,
} from '../basics.ts';
import { GroupStatus } from '../group.ts';
import { OpsActionEffectSentences } from './approvals.ts';

/** Amounts are in naira. */

/** `after` is the id of the last group of the previous page. */
export const OpsGroupsQuery = Type.Object({
  status: Type.Optional(GroupStatus),
  product: Type.Optional(TextUpTo(SLUG_LENGTH_MAX)),
  /** True: only groups with members that close within 24 hours and are below their minimum. */
  closing: Type.Optional(Type.Boolean()),
  after: Type.Optional(Uuid),
  limit: Type.Optional(PositiveIntegerUpTo(LIST_ROWS_MAX)),
});
export type OpsGroupsQuery = Static<typeof OpsGroupsQuery>;

const Group = {
  groupId: Uuid,
  product: Type.String(),
  slug: Type.String(),
  kind: Type.String(),
  seq: Type.Union([Type.Integer(), Type.Null()]),
  status: GroupStatus,
  reviewFrom: NullableString,
  reviewDue: NullableIsoTimestamp,
  unitsSold: Type.Integer(),
  minUnits: Type.Integer(),
  /** Name of the base unit, such as `litre`; null: the product is sold as a whole. */
  baseUnit: NullableString,
  participants: Type.Integer(),
  openedAt: IsoTimestamp,
  deadline: IsoTimestamp,
  paidUnits: Type.Integer(),
  owedNaira: Type.Number(),
  collectedMembers: Type.Integer(),
  collectedNaira: Type.Number(),
  refundMembers: Type.Integer(),
  refundNaira: Type.Number(),
};
export const OpsGroupsReply = ListReply(Group);
export type OpsGroupsReply = Static<typeof OpsGroupsReply>;

export const OpsGroupIdParams = Type.Object({ groupId: Uuid });
export type OpsGroupIdParams = Static<typeof OpsGroupIdParams>;

export const OpsGroupReply = ObjectReply({
  ...Group,
  members: Type.Array(
    Type.Object({
      userId: Uuid,
      name: Type.String(),
      units: Type.Integer(),
      /** Selling units bought, as `2 x Keg 25 l`; null for a product without selling units. */
      bought: NullableString,
      paidNaira: Type.Number(),
      refundedNaira: Type.Number(),
      joinedAt: IsoTimestamp,
    }),
  ),
});
export type OpsGroupReply = Static<typeof OpsGroupReply>;

/** `dryRun`: the reply describes the effects, and nothing changes. */
export const OpsChangeGroupStatusBody = Type.Object({
  reason: TextUpTo(OPERATOR_REASON_LENGTH_MAX),
  dryRun: Type.Optional(Type.Boolean()),
});
export type OpsChangeGroupStatusBody = Static<typeof OpsChangeGroupStatusBody>;

export const OpsChangeGroupStatusReply = ObjectReply({
  ...Group,
  isDryRun: Type.Boolean(),
  says: OpsActionEffectSentences,
});
export type OpsChangeGroupStatusReply = Static<typeof OpsChangeGroupStatusReply>;
