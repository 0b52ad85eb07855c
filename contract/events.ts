import type { GroupProgressEvent } from './schemas/group.ts';
import type { ShopperNotification } from './schemas/notification.ts';

/** A purchase, sent to other shoppers when the buyer allows it. @source spec sections 3 and 7 */
export interface PurchasePopUpEvent {
  /** The buyer's first name and initial, for example `Ada O.` */
  userName: string;
  productName: string;
  /** Time of the purchase on the server, ISO 8601. */
  timestamp: string;
}

/** A group has reached its minimum. `message` equals the notification's text, so the app shows one toast for both. */
export interface GroupSuccessfulEvent {
  groupId: string;
  productId: string;
  message: string;
}

/** The server sends these events to the client. @source spec section 7, jobs.md */
export interface ServerToClientEvents {
  /** Sent first after each connect, because a client can request missed events only after it has received one event. */
  hello: (greeting: { serverTime: string }) => void;
  'notification:new': (notification: ShopperNotification) => void;
  group_successful: (event: GroupSuccessfulEvent) => void;
  'purchase:social_proof': (event: PurchasePopUpEvent) => void;
  'group:progress': (event: GroupProgressEvent) => void;
}

/** The client sends these events to the server. */
export interface ClientToServerEvents {
  /**
   * Subscribes to the user's own events. The server ignores the id and uses the token's, so nobody can listen to
   * another user.
   */
  user_online: (userId: string) => void;
  /** Starts or stops the progress events of a product. The server calls `done` once the subscription has changed. */
  watch_product: (watch: { productId: string }, done?: () => void) => void;
  unwatch_product: (watch: { productId: string }, done?: () => void) => void;
}
