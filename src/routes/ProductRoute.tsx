import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { groupWindowHours } from '#contract/rules/group-window.ts';
import { savingPercent } from '#contract/rules/saving.ts';
import type { Product } from '#contract/schemas/product.ts';
import { TAGLINE } from '#contract/texts.ts';
import { useAddToCart } from '../features/cart/use-add-to-cart.ts';
import { GroupProgress } from '../features/group/GroupProgress.tsx';
import { groupProgress } from '../features/group/group-queries.ts';
import { useGroupRealtime } from '../features/group/group-realtime.ts';
import { AddedDialog } from '../features/product/AddedDialog.tsx';
import { BuyPolicy } from '../features/product/BuyPolicy.tsx';
import { ProductDetails } from '../features/product/ProductDetails.tsx';
import { ProductFailed } from '../features/product/ProductFailed.tsx';
import { ProductGallery } from '../features/product/ProductGallery.tsx';
import { ProductHeading } from '../features/product/ProductHeading.tsx';
import { ProductLayout } from '../features/product/ProductLayout.tsx';
import { ProductLoading } from '../features/product/ProductLoading.tsx';
import { PurchasePanel } from '../features/product/PurchasePanel.tsx';
import { productBySlug } from '../features/product/product-queries.ts';
import { paths } from '../lib/paths.ts';
import { getSession } from '../lib/session.ts';
import { linkWithCode, referralCodeOf, share } from '../lib/share.ts';
import { useShopConfig } from '../lib/shop-config.ts';
import { Badge } from '../ui/Badge.tsx';
import { PageMeta, PageTitle } from '../ui/PageMeta.tsx';
import { showToast } from '../ui/toast.ts';

const META_DESCRIPTION_LENGTH = 160;

export function ProductRoute() {
  const { slug = '' } = useParams();
  const { data, error, failureReason, refetch } = useQuery(productBySlug(slug));
  // The first failure is shown at once; the further tries go on behind it.
  const failure = error ?? failureReason;
  return (
    <div className="page">
      {data && <ProductScreen key={data._id} product={data} />}
      {!data && <PageTitle>Product</PageTitle>}
      {data === undefined && !failure && <ProductLoading />}
      {!data && (failure || data === null) && (
        <ProductFailed error={failure} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

function ProductScreen({ product }: { product: Product }) {
  const config = useShopConfig();
  const progress = useQuery(groupProgress(product._id));
  useGroupRealtime(product._id);
  const { add, isAdding } = useAddToCart();
  const [added, setAdded] = useState<'added' | 'queued' | null>(null);
  const saving = savingPercent(product);
  const title = product.title || 'Untitled Product';

  const handleShare = async () => {
    const address = product.shareLink || new URL(paths.product(product.slug), location.origin).href;
    const link = linkWithCode(address, referralCodeOf(getSession()));
    const result = await share(title, `Join the group buy for ${title}.`, link);
    if (result === 'copied') showToast({ kind: 'success', message: 'Copied!' });
  };

  return (
    <>
      <PageMeta
        title={title}
        description={product.description.slice(0, META_DESCRIPTION_LENGTH) || TAGLINE}
        path={paths.product(product.slug)}
        image={product.shareImage}
        priceNaira={product.price}
      />
      <ProductLayout
        gallery={
          <ProductGallery
            product={product}
            badge={saving > 0 && <Badge tone="deal">{`SAVE ${saving}%`}</Badge>}
            onShare={() => void handleShare()}
          />
        }
        buy={
          <>
            <ProductHeading product={product} />
            <PurchasePanel
              product={product}
              isAdding={isAdding}
              onAdd={(unit, quantity) => void add({ product, unit, quantity }).then(setAdded)}
              progress={
                progress.data && (
                  <GroupProgress
                    progress={progress.data}
                    receivedAtMs={progress.dataUpdatedAt}
                    onTimeOver={() => void progress.refetch()}
                  />
                )
              }
            />
            <BuyPolicy windowHours={groupWindowHours(product.windowHours, config?.groupWindowHours)} />
          </>
        }
        details={<ProductDetails product={product} />}
      />
      {added && <AddedDialog isQueued={added === 'queued'} onClose={() => setAdded(null)} />}
    </>
  );
}
