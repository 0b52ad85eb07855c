import type { Product } from '#contract/schemas/product.ts';
import { cartTexts } from '#contract/texts.ts';
import type { TextFreeChildren } from '../../../lib/react/elements.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { DataUnavailableMessage } from '../../../ui/message/DataUnavailableMessage.tsx';
import { ProductCardPriceLines } from '../card/ProductCardPriceLines.tsx';

interface Props {
  product: Product;
  progress: TextFreeChildren;
  isOffline: boolean;
  isFailed: boolean;
  onRetry: () => void;
}

/** Shows the price and progress from the product list in place of the purchase panel, until the product has loaded. */
export function PurchasePanelPlaceholder({ product, progress, isOffline, isFailed, onRetry }: Props) {
  return (
    <>
      <ProductCardPriceLines product={product} />
      {progress}
      {isOffline || isFailed ? (
        <DataUnavailableMessage isOffline={isOffline} message={cartTexts.productFailed} onRetry={onRetry} />
      ) : (
        <div className="stack" role="status" aria-label="Loading product">
          <Skeleton shape="box" />
          <Skeleton shape="box" />
        </div>
      )}
    </>
  );
}
