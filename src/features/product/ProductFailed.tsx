import { cartTexts } from '#contract/texts.ts';
import { isApiError } from '../../lib/api-errors.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/**
 * The product could not be loaded: the answer's own sentence if it carries one. Without an error there is no
 * such product. @source spec section 8
 */
export function ProductFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <EmptyState
      drawing="broken"
      title="We could not show this product"
      level={1}
      role="alert"
      action={<Button onClick={onRetry}>Try Again</Button>}
    >
      {error
        ? (isApiError(error) && error.serverMessage) || cartTexts.productFailed
        : cartTexts.productNotFound}
    </EmptyState>
  );
}
