import type { GroupProgressEvent } from './schemas/group.ts';
import type { ShopperNotification } from './schemas/notification.ts';

/** The server sends this after a purchase, only when the buyer allows it. @source spec sections 3 and 7 */
export interface PurchasePopUpEvent {
  /** First name and initial, for example `Ada O.` */
  userName: string;
  productName: string;
  /** ISO 8601, server time. */
  timestamp: string;
}

/** A group reached its minimum. `message` equals the notification's text, so the app shows one toast for both. */
export interface GroupSuccessfulEvent {
  groupId: string;
  productId: string;
  message: string;
}

/** The server sends these events to the client. @source spec section 7, jobs.md */
export interface ServerToClientEvents {
  /** Sent once after each connect: the client recovers a lost connection only after it has received an event. */
  hello: (greeting: { serverTime: string }) => void;
  'notification:new': (notification: ShopperNotification) => void;
  group_successful: (event: GroupSuccessfulEvent) => void;
  'purchase:social_proof': (event: PurchasePopUpEvent) => void;
  'group:progress': (event: GroupProgressEvent) => void;
}

/** The client sends these events to the server. */
export interface ClientToServerEvents {
  /** The id is ignored: the server joins the room of the token's user. */
  user_online: (userId: string) => void;
  /** The server calls `done` after the socket has joined or left the product's room. */
  watch_product: (watch: { productId: string }, done?: () => void) => void;
  unwatch_product: (watch: { productId: string }, done?: () => void) => void;
}
