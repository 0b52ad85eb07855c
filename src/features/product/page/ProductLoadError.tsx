import { cartTexts } from '#contract/texts.ts';
import { isApiError } from '../../../lib/api/api-errors.ts';
import { screenPaths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/control/Button.tsx';

import { EmptyState } from '../../../ui/message/EmptyState.tsx';

interface Props {
  error: unknown;
  /** True: the phone is offline and has not saved this product. */
  isOffline: boolean;
  onRetry: () => void;
}

const NOT_SAVED = 'This page was not saved on your phone yet. It opens when you are back online.';

/** True when the shop has no such product, even if the phone has saved one. Trying again cannot help then. */
export function isProductNotFoundError(error: unknown): boolean {
  return !error || (isApiError(error, 404) && error.code !== null);
}

/** Shows why a product did not load. Without an error the shop has no such product. @source spec section 8 */
export function ProductLoadError({ error, isOffline, onRetry }: Props) {
  return (
    <EmptyState
      drawing={isOffline ? 'offline' : 'broken'}
      title={isOffline ? "You're offline" : 'We could not show this product'}
      level={1}
      role="alert"
      action={
        isProductNotFoundError(error) && !isOffline ? (
          <ButtonLink variant="soft" to={screenPaths.home}>
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
