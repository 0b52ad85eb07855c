import { cartScope } from '../features/cart/cart-scope.ts';
import { notificationScope } from '../features/notifications/notification-scope.ts';
import type { OutboxScope } from '../offline/outbox/command.ts';

/** Everything that may wait to be sent. Each feature says beside its code what its commands are. */
export const outboxScopes: readonly OutboxScope[] = [cartScope, notificationScope];
