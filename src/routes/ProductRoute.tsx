import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { groupWindowHours } from '#contract/rules/group-window.ts';
import { slugFromAddress } from '#contract/rules/product-slug.ts';
import { savingPercent } from '#contract/rules/saving.ts';
import type { Product, SellingUnitOption } from '#contract/schemas/product.ts';
import { TAGLINE } from '#contract/slogan.ts';
import { useAddToCart } from '../features/cart/use-add-to-cart.ts';
import { progressFromSummary } from '../features/group/displayed-progress.ts';
import { GroupProgress } from '../features/group/GroupProgress.tsx';
import { groupProgressQuery } from '../features/group/group-queries.ts';
import { useGroupRealtime } from '../features/group/group-realtime.ts';
import { AddedDialog } from '../features/product/AddedDialog.tsx';
import { BuyPolicy } from '../features/product/BuyPolicy.tsx';
import { ProductDetails } from '../features/product/ProductDetails.tsx';
import { isProductGone, ProductFailed } from '../features/product/ProductFailed.tsx';
import { ProductGallery } from '../features/product/ProductGallery.tsx';
import { ProductHeading } from '../features/product/ProductHeading.tsx';
import { ProductLayout } from '../features/product/ProductLayout.tsx';
import { ProductLoading } from '../features/product/ProductLoading.tsx';
import { ProductPlaceholder } from '../features/product/ProductPlaceholder.tsx';
import { PurchasePanel } from '../features/product/PurchasePanel.tsx';
import { type FetchedProduct, useProduct } from '../features/product/use-product.ts';
import { paths } from '../lib/paths.ts';
import { getSession } from '../lib/session.ts';
import { linkWithCode, referralCodeOf, share } from '../lib/share.ts';
import { useShopConfig } from '../lib/shop-config.ts';
import { Badge } from '../ui/Badge.tsx';
import { ManualCopyDialog } from '../ui/ManualCopyDialog.tsx';
import { PageMeta, PageTitle } from '../ui/PageMeta.tsx';
import { showToast } from '../ui/toast.ts';

const META_DESCRIPTION_LENGTH = 160;

/** Shortens the description to one line for search engines and chats; an emoji is never split. */
function beginningOf(description: string): string {
  return description
    .slice(0, META_DESCRIPTION_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\s+/g, ' ');
}

/** Accepts also a shared address with text around the slug. */
export function ProductRoute() {
  const { slug: shared = '' } = useParams();
  const { search } = useLocation();
  const slug = slugFromAddress(shared);
  if (slug !== shared) return <Navigate to={(slug ? paths.product(slug) : paths.home) + search} replace />;
  return <ProductPage slug={slug} />;
}

function ProductPage({ slug }: { slug: string }) {
  const { data, listed, told, error, failureReason, fetchStatus, refetch } = useProduct(slug);
  // Shows the first failure at once; further retries run in the background.
  const failure = error ?? failureReason;
  const isOffline = fetchStatus === 'paused' && !failure;
  const onRetry = () => void refetch();
  const known = failure && isProductGone(failure) ? null : (data ?? (data === undefined && listed?.product));
  const coming = data === undefined && { isOffline, isFailed: Boolean(failure), onRetry };
  return (
    <div className="page">
      {known && <ProductScreen key={known.slug} product={known} told={told} coming={coming} />}
      {!known && <PageTitle>Product</PageTitle>}
      {!known && data === undefined && !failure && !isOffline && <ProductLoading />}
      {!known && (failure || isOffline || data === null) && (
        <ProductFailed error={failure} isOffline={isOffline} onRetry={onRetry} />
      )}
    </div>
  );
}

interface ScreenProps {
  product: Product;
  /** Last fetched data; shown until the group's progress loads. */
  told: FetchedProduct | null;
  /** Set while only the card fields of the product are known. */
  coming: false | { isOffline: boolean; isFailed: boolean; onRetry: () => void };
}

function ProductScreen({ product, told, coming }: ScreenProps) {
  const config = useShopConfig();
  const progress = useQuery(groupProgressQuery(product._id));
  useGroupRealtime(product._id);
  const { add, isAdding } = useAddToCart();
  const [added, setAdded] = useState<{ isQueued: boolean; line: string } | null>(null);
  const [uncopied, setUncopied] = useState<string | null>(null);
  const saving = savingPercent(product);
  const title = product.title || 'Untitled Product';
  const windowHours = groupWindowHours(product.windowHours, config?.groupWindowHours);
  const shown =
    progress.data ?? (told && progressFromSummary(told.product.group, told.serverTime, windowHours));

  const handleAdd = async (unit: SellingUnitOption | null, quantity: number) => {
    const outcome = await add({ product, unit, quantity });
    const line = [`${quantity} × ${title}`, unit?.displayName].filter(Boolean).join(' · ');
    if (outcome) setAdded({ isQueued: outcome === 'queued', line });
  };
  const box = shown && (
    <GroupProgress
      progress={shown}
      receivedAtMs={progress.data ? progress.dataUpdatedAt : (told?.receivedAtMs ?? 0)}
      onTimeOver={() => void progress.refetch()}
    />
  );

  const handleShare = async () => {
    const address = product.shareLink || new URL(paths.product(product.slug), location.origin).href;
    const link = linkWithCode(address, referralCodeOf(getSession()));
    const result = await share(title, `Join the group buy for ${title}.`, link);
    if (result === 'copied') showToast({ kind: 'success', message: 'Copied!' });
    if (result === 'failed') setUncopied(link);
  };

  return (
    <>
      <PageMeta
        title={title}
        description={beginningOf(product.description) || TAGLINE}
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
            {coming && <ProductPlaceholder product={product} progress={box} {...coming} />}
            {!coming && (
              <PurchasePanel
                product={product}
                isAdding={isAdding}
                onAdd={(unit, quantity) => void handleAdd(unit, quantity)}
                progress={box}
              />
            )}
            <BuyPolicy windowHours={windowHours} />
          </>
        }
        details={!coming && <ProductDetails product={product} />}
      />
      {added && <AddedDialog {...added} onClose={() => setAdded(null)} />}
      {uncopied && <ManualCopyDialog text={uncopied} onClose={() => setUncopied(null)} />}
    </>
  );
}
