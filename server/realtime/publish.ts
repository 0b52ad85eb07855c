import type { GroupSuccessfulEvent, PurchasePopUpEvent } from '#contract/events.ts';
import type { GroupProgressEvent } from '#contract/schemas/group.ts';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import {
  getProductRoomName,
  getSessionRoomName,
  getUserRoomName,
  type LiveSocketServer,
} from './socket-server.ts';

/** Sends live events to connected shoppers, through all instances. */
export interface LiveEventSender {
  /** Sends a notification to all devices of one shopper. */
  notification(userId: string, notification: ShopperNotification): void;
  groupSuccessful(userIds: readonly string[], event: GroupSuccessfulEvent): void;
  /** Announces a purchase to every connected shopper except the buyer. The caller must limit the rate. */
  purchase(event: PurchasePopUpEvent, exceptUserId: string): void;
  /** Sends the current progress of a product's group to the shoppers who watch the product, at most once a second. */
  groupMoved(productId: string): void;
}

export interface LiveEventPublisher extends LiveEventSender {
  /** Disconnects an ended session's sockets on this instance. PostgreSQL notifies all instances of the end. */
  endSession(sessionId: string): void;
  close(): void;
}

const PROGRESS_GAP_MS = 1_000;
/** Milliseconds by which a purchase pop-up is delayed, so that the group's page gets its own event first. */
const POP_UP_LATER_MS = 400;

/**
 * @param readProgress returns the progress of a product's group; null: unknown product.
 * @param onError called for a failed read.
 */
export function createLiveEventPublisher(
  io: LiveSocketServer,
  readProgress: (productId: string) => Promise<GroupProgressEvent | null>,
  onError: (error: unknown) => void,
): LiveEventPublisher {
  const progress = throttleByKey(PROGRESS_GAP_MS, async (productId) => {
    try {
      const event = await readProgress(productId);
      if (event) io.to(getProductRoomName(productId)).emit('group:progress', event);
    } catch (error) {
      onError(error);
    }
  });
  let isClosed = false;
  return {
    notification: (userId, notification) =>
      void io.to(getUserRoomName(userId)).emit('notification:new', notification),
    groupSuccessful: (userIds, event) =>
      void (userIds.length > 0 && io.to(userIds.map(getUserRoomName)).emit('group_successful', event)),
    purchase: (event, exceptUserId) => {
      const timer = setTimeout(() => {
        if (!isClosed) io.except(getUserRoomName(exceptUserId)).emit('purchase:social_proof', event);
      }, POP_UP_LATER_MS);
      timer.unref();
    },
    groupMoved: progress.ask,
    endSession: (sessionId) => void io.local.in(getSessionRoomName(sessionId)).disconnectSockets(true),
    close: () => {
      isClosed = true;
      progress.stop();
    },
  };
}

/** Runs `work(key)` at once, then at most once per gap. A request during the gap runs at its end. */
export function throttleByKey(
  gapMs: number,
  work: (key: string) => Promise<void>,
): { ask: (key: string) => void; stop: () => void } {
  const gaps = new Map<string, { timer: NodeJS.Timeout; isAskedAgain: boolean }>();
  const run = (key: string): void => {
    const timer = setTimeout(() => {
      const again = gaps.get(key)?.isAskedAgain;
      gaps.delete(key);
      if (again) run(key);
    }, gapMs);
    timer.unref();
    gaps.set(key, { timer, isAskedAgain: false });
    void work(key);
  };
  return {
    ask: (key) => {
      const gap = gaps.get(key);
      if (gap) gap.isAskedAgain = true;
      else run(key);
    },
    stop: () => {
      for (const { timer } of gaps.values()) clearTimeout(timer);
      gaps.clear();
    },
  };
}
