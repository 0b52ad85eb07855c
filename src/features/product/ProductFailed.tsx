import { cartTexts } from '#contract/texts.ts';
import { isApiError } from '../../lib/api-errors.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';

import { EmptyState } from '../../ui/EmptyState.tsx';

interface Props {
  error: unknown;
  /** No connection, and neither the product nor the list with it is on this phone. */
  isOffline: boolean;
  onRetry: () => void;
}

const NOT_SAVED = 'This page was not saved on your phone yet. It opens when the network is back.';

/** The shop has no such product, whatever lists or this phone still hold. Asking again cannot help. */
export function isGone(error: unknown): boolean {
  return !error || (isApiError(error, 404) && error.code !== null);
}

/**
 * The product could not be loaded: the answer's own sentence if it carries one. Without an error there is no
 * such product. @source spec section 8
 */
export function ProductFailed({ error, isOffline, onRetry }: Props) {
  return (
    <EmptyState
      drawing={isOffline ? 'offline' : 'broken'}
      title={isOffline ? "You're offline" : 'We could not show this product'}
      level={1}
      role="alert"
      action={
        isGone(error) && !isOffline ? (
          <ButtonLink variant="soft" to={paths.home}>
            See group deals
          </ButtonLink>
        ) : (
          <Button onClick={onRetry}>Try Again</Button>
        )
      }
    >
      {isOffline ? NOT_SAVED : sentenceOf(error)}
    </EmptyState>
  );
}

function sentenceOf(error: unknown): string {
  if (!error) return cartTexts.productNotFound;
  return (isApiError(error) && error.serverMessage) || cartTexts.productFailed;
}
