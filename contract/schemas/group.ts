import { type Static, Type } from 'typebox';
import {
  CART_LINE_QUANTITY_MAX,
  GROUP_MEMBER_INITIALS_SHOWN_MAX,
  REFERRAL_CODE_LENGTH_MAX,
  SORT_FIELD_LENGTH_MAX,
  TRACKING_NUMBER_LENGTH_MAX,
} from '../limits.ts';
import {
  DataReply,
  IsoTimestamp,
  NairaAmount,
  NullableIsoTimestamp,
  NullableString,
  Uuid,
} from './basics.ts';
import { OrderLineSummary, OrderStep } from './order.ts';

/** The statuses of a group. @source spec section 4 */
export const GroupStatus = Type.Union([
  Type.Literal('active'),
  Type.Literal('successful'),
  Type.Literal('secured'),
  Type.Literal('processing'),
  Type.Literal('packaging'),
  Type.Literal('ready_for_pickup'),
  Type.Literal('delivered'),
  Type.Literal('failed'),
  Type.Literal('refunded'),
  Type.Literal('manual_review'),
]);
export type GroupStatus = Static<typeof GroupStatus>;

/** Group fields of a product in a list. `deadline` is null while no group is open. */
export const ProductGroupSummary = Type.Object({
  groupId: Type.Union([Uuid, Type.Null()]),
  status: GroupStatus,
  progressPercentage: Type.Integer(),
  /** Base units still missing, never below 0. */
  spotsRemaining: Type.Integer(),
  minimumViableUnits: Type.Integer(),
  deadline: NullableIsoTimestamp,
});
export type ProductGroupSummary = Static<typeof ProductGroupSummary>;

/** Progress of the group that a buyer would join now. `groupId` is null until the first paid join opens a group. */
export const GroupProgress = Type.Object({
  progressPercentage: Type.Integer(),
  /** Milliseconds until the deadline, counted from `serverTime`. */
  timeRemaining: Type.Integer(),
  spotsRemaining: Type.Integer(),
  groupId: Type.Union([Uuid, Type.Null()]),
  status: GroupStatus,
  unitsSold: Type.Integer(),
  minimumViableUnits: Type.Integer(),
  /** Number of buyers with paid units. */
  participantCount: Type.Integer(),
  /** Time at which the newest buyer joined; null without buyers. */
  lastJoinedAt: NullableIsoTimestamp,
  /** Initials of the newest buyers who let others see their name, such as `AO` for Ada Obi; newest first. */
  memberInitials: Type.Array(Type.String(), { maxItems: GROUP_MEMBER_INITIALS_SHOWN_MAX }),
  deadline: NullableIsoTimestamp,
  serverTime: IsoTimestamp,
});
export type GroupProgress = Static<typeof GroupProgress>;
export const GroupProgressReply = DataReply(GroupProgress);
export type GroupProgressReply = Static<typeof GroupProgressReply>;

/** What a shared link shows about its group: who shared the link, and whether the group is still open. */
export const GroupInvitation = Type.Object({
  groupId: Uuid,
  productId: Uuid,
  status: GroupStatus,
  /** First name of who shared the link; null: that person is not in the group, or hides the name. */
  sharedBy: NullableString,
  /** Path of the image that a chat shows for the link; null: the product is not on sale. */
  previewImage: NullableString,
});
export type GroupInvitation = Static<typeof GroupInvitation>;
export const GroupInvitationReferralQuery = Type.Object({
  ref: Type.Optional(Type.String({ maxLength: REFERRAL_CODE_LENGTH_MAX })),
});
export type GroupInvitationReferralQuery = Static<typeof GroupInvitationReferralQuery>;
export const GroupInvitationReply = DataReply(GroupInvitation);
export type GroupInvitationReply = Static<typeof GroupInvitationReply>;

/** The data of the socket event `group:progress`. */
export type GroupProgressEvent = ProductGroupSummary &
  Pick<GroupProgress, 'participantCount' | 'lastJoinedAt' | 'memberInitials' | 'serverTime'> & {
    productId: string;
  };

export const PickupOrderSummary = Type.Object({
  trackingNumber: Type.String(),
  pickup: Type.Object({
    name: Type.String(),
    address: Type.String(),
    city: Type.String(),
    hours: Type.String(),
    readyAt: NullableIsoTimestamp,
    collectBy: NullableIsoTimestamp,
    /** The pickup code of six digits; null until the goods are ready. */
    code: NullableString,
    /** True when all goods were collected, so the pickup code is no longer valid. */
    isCollected: Type.Boolean(),
  }),
  /** Steps of the goods until they are collected; empty for a failed or refunded group. */
  steps: Type.Array(OrderStep),
  /** Order lines of this group only; the order may have lines of other groups. */
  lines: Type.Array(
    Type.Object({
      ...OrderLineSummary.properties,
      /** Present only while the member can reduce the quantity of this order line. */
      takeLess: Type.Optional(
        Type.Object({
          lineNumber: Type.Integer(),
          /** Number of base units in one selling unit. */
          baseUnitQuantity: Type.Integer(),
          /** Amount paid for the order line minus its refunds. */
          paid: NairaAmount,
        }),
      ),
    }),
  ),
});
export type PickupOrderSummary = Static<typeof PickupOrderSummary>;

export const JoinedGroup = Type.Object({
  _id: Uuid,
  status: GroupStatus,
  kind: Type.Union([Type.Literal('open'), Type.Literal('solo')]),
  productId: Type.Object({
    _id: Uuid,
    title: Type.String(),
    slug: Type.String(),
    images: Type.Array(Type.String()),
    price: NairaAmount,
  }),
  unitsSold: Type.Integer(),
  minimumViableUnits: Type.Integer(),
  participantCount: Type.Integer(),
  progressPercentage: Type.Integer(),
  /** Milliseconds until the deadline at the time of the reply; 0 when the group is closed. */
  timeRemaining: Type.Integer(),
  deadline: NullableIsoTimestamp,
  createdAt: IsoTimestamp,
  userJoinedAt: IsoTimestamp,
  /** The member's share of the sold units, in percent with one decimal. */
  userContributionPercentage: Type.Number(),
  /** Selling units as ordered. The field `quantity` has the same value, for older clients. */
  userQuantity: Type.Integer(),
  quantity: Type.Integer(),
  /** Base units. */
  userUnits: Type.Integer(),
  userAmount: NairaAmount,
  amountPaid: NairaAmount,
  refundedAmount: NairaAmount,
  baseUnitName: NullableString,
  canLeave: Type.Boolean(),
  canSwitchToSolo: Type.Boolean(),
  orders: Type.Array(PickupOrderSummary),
});
export type JoinedGroup = Static<typeof JoinedGroup>;

export const JoinedGroupStats = Type.Object({
  total: Type.Integer(),
  forming: Type.Integer(),
  successful: Type.Integer(),
  failed: Type.Integer(),
  totalSpent: NairaAmount,
  totalUnits: Type.Integer(),
});
export type JoinedGroupStats = Static<typeof JoinedGroupStats>;

export const MyGroupsQuery = Type.Object({
  sortBy: Type.Optional(Type.String({ maxLength: SORT_FIELD_LENGTH_MAX })),
  sortOrder: Type.Optional(Type.String({ maxLength: SORT_FIELD_LENGTH_MAX })),
});
export type MyGroupsQuery = Static<typeof MyGroupsQuery>;
export const MyGroupsReply = DataReply(Type.Array(JoinedGroup), {
  stats: JoinedGroupStats,
  serverTime: IsoTimestamp,
});
export type MyGroupsReply = Static<typeof MyGroupsReply>;

export const GroupIdParams = Type.Object({ groupId: Uuid });
export type GroupIdParams = Static<typeof GroupIdParams>;
/** The smaller number of selling units that the caller keeps of one order line. */
export const ReduceOrderLineQuantityBody = Type.Object({
  trackingNumber: Type.String({ maxLength: TRACKING_NUMBER_LENGTH_MAX }),
  lineNumber: Type.Integer({ minimum: 1, maximum: 9_999 }),
  quantity: Type.Integer({ minimum: 1, maximum: CART_LINE_QUANTITY_MAX }),
});
export type ReduceOrderLineQuantityBody = Static<typeof ReduceOrderLineQuantityBody>;
export const ProductIdParams = Type.Object({ productId: Uuid });
export type ProductIdParams = Static<typeof ProductIdParams>;
/** Ids of the products for which the caller wants a notification when a group opens. */
export const ProductAlertsReply = DataReply(Type.Array(Uuid));
export type ProductAlertsReply = Static<typeof ProductAlertsReply>;
export const LeaveGroupReply = DataReply(JoinedGroup);
export type LeaveGroupReply = Static<typeof LeaveGroupReply>;
