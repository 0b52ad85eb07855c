import type { QueryClient } from '@tanstack/react-query';
import { sessionUserId } from '../../lib/session.ts';
import { commandsOf } from '../../offline/outbox/command.ts';
import { outbox } from '../../offline/phone.ts';
import { addLine, type CartAddition, type CartAnswer } from './cart-commands.ts';
import { cartQuery } from './cart-queries.ts';
import { cartScope } from './cart-scope.ts';
import { cartView } from './cart-view.ts';

/** Adds to the cart as this tab knows it: the server's last response plus all waiting changes. */
export async function addToSeenCart(queryClient: QueryClient, addition: CartAddition): Promise<CartAnswer> {
  const userId = sessionUserId() ?? '';
  const answered = queryClient.getQueryData(cartQuery(userId).queryKey);
  const waiting = commandsOf(cartScope, [...outbox.view.waiting(), ...outbox.view.unwritten()], userId);
  return await addLine(addition, answered && cartView(answered, waiting));
}
