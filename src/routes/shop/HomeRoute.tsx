import { useLocation } from 'react-router-dom';
import { formatProductFilterQuery, parseProductFilter } from '#contract/rules/product/product-filter.ts';
import { SLOGAN, TAGLINE } from '#contract/slogan.ts';
import { HomeHero } from '../../features/home/HomeHero.tsx';
import { ReferralBanner } from '../../features/home/ReferralBanner.tsx';
import { TrustClaimsSection } from '../../features/home/TrustClaimsSection.tsx';
import { ProductGrid } from '../../features/product/list/ProductGrid.tsx';
import { useShopConfig } from '../../lib/query/shop-config.ts';
import { LinkPreviewMeta } from '../../ui/PageMeta.tsx';

export function HomeRoute() {
  const config = useShopConfig();
  // The preview's address (`og:url`) includes the filter, because some chat apps open it in place of the shared link.
  const shown = formatProductFilterQuery(parseProductFilter(new URLSearchParams(useLocation().search)));
  return (
    <div className="page stack" data-gap="home">
      <LinkPreviewMeta title={SLOGAN} description={TAGLINE} path={`/${shown}`} />
      <HomeHero />
      <ReferralBanner />
      {config && <TrustClaimsSection config={config} />}
      <ProductGrid />
    </div>
  );
}
