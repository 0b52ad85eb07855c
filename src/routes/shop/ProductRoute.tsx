import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import {
  formatGroupInvitationQuery,
  type GroupInvitationLink,
  parseGroupInvitation,
} from '#contract/rules/group/group-invitation.ts';
import { chooseGroupDurationHours } from '#contract/rules/group/group-window.ts';
import { parseSlugFromPathSegment } from '#contract/rules/product/product-slug.ts';
import { formatBaseUnitQuantity } from '#contract/rules/product/unit-quantity.ts';
import type { Product, SellingUnit } from '#contract/schemas/product.ts';
import { TAGLINE } from '#contract/slogan.ts';
import { useAddToCart } from '../../features/cart/data/use-add-to-cart.ts';
import { groupInvitationQuery, groupProgressQuery } from '../../features/group/group-queries.ts';
import { useGroupProgressEvents } from '../../features/group/group-realtime.ts';
import { GroupInvitationMessage } from '../../features/group/invitation/GroupInvitationMessage.tsx';
import { toDisplayedGroupProgress } from '../../features/group/progress/displayed-progress.ts';
import { GroupProgressPanel } from '../../features/group/progress/GroupProgressPanel.tsx';
import { type ProductWithFetchTime, useProduct } from '../../features/product/data/use-product.ts';
import { HowGroupsWork } from '../../features/product/page/HowGroupsWork.tsx';
import { PickupCentreList } from '../../features/product/page/PickupCentreList.tsx';
import { ProductDescription } from '../../features/product/page/ProductDescription.tsx';
import { ProductHeading } from '../../features/product/page/ProductHeading.tsx';
import { isProductNotFoundError, ProductLoadError } from '../../features/product/page/ProductLoadError.tsx';
import { ProductPageLayout } from '../../features/product/page/ProductPageLayout.tsx';
import { ProductPageSkeleton } from '../../features/product/page/ProductPageSkeleton.tsx';
import { PurchasePanelPlaceholder } from '../../features/product/page/PurchasePanelPlaceholder.tsx';
import { RelatedAndViewedProducts } from '../../features/product/page/RelatedAndViewedProducts.tsx';
import { ShareableProductGallery } from '../../features/product/page/ShareableProductGallery.tsx';
import { AddedToCartDialog } from '../../features/product/purchase/AddedToCartDialog.tsx';
import { GroupBuyPolicy } from '../../features/product/purchase/GroupBuyPolicy.tsx';
import { PurchasePanel } from '../../features/product/purchase/PurchasePanel.tsx';
import { getBaseUnitName } from '../../features/product/purchase/selling-unit.ts';
import { readStoredReferralCode } from '../../features/referral/referral-code.ts';
import { ProductReviews } from '../../features/reviews/ProductReviews.tsx';
import { screenPaths } from '../../lib/paths.ts';
import { useShopConfig } from '../../lib/query/shop-config.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { useLazyComponent } from '../../lib/react/use-lazy-component.tsx';
import { GroupInviteButtons } from '../../ui/control/GroupInviteButtons.tsx';
import { DocumentTitle, LinkPreviewMeta } from '../../ui/PageMeta.tsx';

const loadExtras = () => import('../../features/group/GroupExtras.tsx');

const META_DESCRIPTION_LENGTH = 160;

/** Shortens the description for search engines and chats to one line, without splitting an emoji. */
function beginningOf(description: string): string {
  return description
    .slice(0, META_DESCRIPTION_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\s+/g, ' ');
}

/** Finds the slug also in a shared address that has text around it. */
export default function ProductRoute() {
  const { slug: shared = '' } = useParams();
  const { search } = useLocation();
  const slug = parseSlugFromPathSegment(shared);
  if (slug !== shared)
    return <Navigate to={(slug ? screenPaths.product(slug) : screenPaths.home) + search} replace />;
  return <ProductPage slug={slug} invitation={readInvitation(search)} />;
}

/**
 * Reads the invitation in the URL. Its referral code may be in storage, to which the app moves the code at its start.
 */
function readInvitation(search: string): GroupInvitationLink | null {
  const link = parseGroupInvitation(new URLSearchParams(search));
  if (!link || link.referralCode) return link;
  return { ...link, referralCode: readStoredReferralCode(Date.now()) };
}

interface PageProps {
  slug: string;
  /** Group link that opened the page; null: the visitor did not come by a shared link. */
  invitation: GroupInvitationLink | null;
}

function ProductPage({ slug, invitation }: PageProps) {
  const { data, listed, newest, error, failureReason, fetchStatus, refetch } = useProduct(slug);
  // A failed fetch shows at once, while the query library goes on retrying in the background.
  const failure = error ?? failureReason;
  const isOffline = fetchStatus === 'paused' && !failure;
  const onRetry = () => void refetch();
  const known =
    failure && isProductNotFoundError(failure) ? null : (data ?? (data === undefined && listed?.product));
  const placeholder = data === undefined && { isOffline, isFailed: Boolean(failure), onRetry };
  return (
    <div className="page">
      {known && (
        <ProductScreen
          key={known.slug}
          product={known}
          newest={newest}
          placeholder={placeholder}
          invitation={invitation}
        />
      )}
      {!known && <DocumentTitle>Product</DocumentTitle>}
      {!known && data === undefined && !failure && !isOffline && <ProductPageSkeleton />}
      {!known && (failure || isOffline || data === null) && (
        <ProductLoadError error={failure} isOffline={isOffline} onRetry={onRetry} />
      )}
    </div>
  );
}

interface ScreenProps {
  product: Product;
  invitation: GroupInvitationLink | null;
  /** The product as last fetched. Its group progress shows until the group's own response has loaded. */
  newest: ProductWithFetchTime | null;
  /** Load state of the product's other fields while only the fields of its card are known; false: all are known. */
  placeholder: false | { isOffline: boolean; isFailed: boolean; onRetry: () => void };
}

function ProductScreen({ product, newest, placeholder, invitation }: ScreenProps) {
  const config = useShopConfig();
  const progress = useQuery(groupProgressQuery(product._id));
  useGroupProgressEvents(product._id);
  const GroupExtras = useLazyComponent(loadExtras);
  const title = product.title || 'Untitled Product';
  const windowHours = chooseGroupDurationHours(product.windowHours, config?.groupWindowHours);
  const shown =
    progress.data ??
    (newest && toDisplayedGroupProgress(newest.product.group, newest.serverTime, windowHours));

  const baseUnit = getBaseUnitName(product);
  const openGroupId = shown && shown.spotsRemaining > 0 ? shown.groupId : null;

  const box = shown && (
    <GroupProgressPanel
      progress={shown}
      baseUnitName={baseUnit}
      receivedAtMs={progress.data ? progress.dataUpdatedAt : (newest?.receivedAtMs ?? 0)}
      onTimeOver={() => void progress.refetch()}
    />
  );

  return (
    <>
      {invitation && shown && (
        <GroupInvitationMessage
          link={invitation}
          productId={product._id}
          progress={shown}
          baseUnitName={baseUnit}
        />
      )}
      <ProductPreviewMeta product={product} title={title} invitation={invitation} />
      <ProductPageLayout
        gallery={<ShareableProductGallery product={product} title={title} groupId={openGroupId} />}
        buy={
          <>
            <ProductHeading product={product} />
            {placeholder && <PurchasePanelPlaceholder product={product} progress={box} {...placeholder} />}
            {!placeholder && (
              <AddToCartPanel product={product} title={title} windowHours={windowHours} progress={box} />
            )}
            <HowGroupsWork windowHours={windowHours} />
            <PickupCentreList />
            {openGroupId && shown && (
              <GroupInviteButtons
                title={title}
                slug={product.slug}
                productLink={product.shareLink}
                groupId={openGroupId}
                missing={formatBaseUnitQuantity(shown.spotsRemaining, baseUnit)}
              />
            )}
            {GroupExtras && shown && !placeholder && (
              <GroupExtras {...{ product, invitation }} progress={shown} />
            )}
            <GroupBuyPolicy windowHours={windowHours} />
          </>
        }
        details={
          !placeholder && (
            <>
              <ProductDescription product={product} />
              <ProductReviews productId={product._id} />
            </>
          )
        }
        further={!placeholder && <RelatedAndViewedProducts product={product} />}
      />
    </>
  );
}

interface MetaProps {
  product: Product;
  title: string;
  invitation: GroupInvitationLink | null;
}

const NO_INVITATION: GroupInvitationLink = { groupId: '', referralCode: '' };

/** Renders the metadata of a shared group invitation: a chat then shows the group's image instead of the product's. */
function ProductPreviewMeta({ product, title, invitation }: MetaProps) {
  const { data } = useQuery({
    ...groupInvitationQuery(invitation ?? NO_INVITATION),
    enabled: invitation !== null,
  });
  const preview = data?.productId === product._id ? data.previewImage : null;
  return (
    <LinkPreviewMeta
      title={title}
      description={beginningOf(product.description) || TAGLINE}
      path={screenPaths.product(product.slug)}
      sharedQuery={preview ? formatGroupInvitationQuery(invitation) : ''}
      image={preview ?? product.shareImage}
      priceNaira={product.price}
    />
  );
}

interface AddToCartProps {
  product: Product;
  title: string;
  windowHours: number;
  progress: TextFreeChildren;
}

/** Shows price and quantity, and confirms what was added to the cart. */
function AddToCartPanel({ product, title, windowHours, progress }: AddToCartProps) {
  const { add, isAdding } = useAddToCart();
  const [added, setAdded] = useState<{ isQueued: boolean; line: string } | null>(null);
  const handleAdd = async (unit: SellingUnit | null, quantity: number) => {
    const outcome = await add({ product, unit, quantity });
    if (!outcome) return;
    const line = [`${quantity} × ${title}`, unit?.displayName].filter(Boolean).join(' · ');
    const shown = { isQueued: outcome.kind === 'waiting', line };
    setAdded(shown);
    if (outcome.kind !== 'waiting') return;
    // A toast says why the shop refused it, so the dialog only closes then.
    const { kind } = await outcome.ended;
    setAdded((current) => (current !== shown ? current : kind === 'done' ? { line, isQueued: false } : null));
  };
  return (
    <>
      <PurchasePanel
        product={product}
        isAdding={isAdding}
        windowHours={windowHours}
        onAdd={(unit, quantity) => void handleAdd(unit, quantity)}
        progress={progress}
      />
      {added && <AddedToCartDialog {...added} onClose={() => setAdded(null)} />}
    </>
  );
}
