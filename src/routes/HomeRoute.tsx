import { useLocation } from 'react-router-dom';
import { filterQuery, readFilter } from '#contract/product-filter.ts';
import { SLOGAN, TAGLINE } from '#contract/slogan.ts';
import { HomeHero } from '../features/home/HomeHero.tsx';
import { ReferralBanner } from '../features/home/ReferralBanner.tsx';
import { TrustBlock } from '../features/home/TrustBlock.tsx';
import { ProductGrid } from '../features/product/ProductGrid.tsx';
import { useShopConfig } from '../lib/shop-config.ts';
import { PageMeta } from '../ui/PageMeta.tsx';

export function HomeRoute() {
  const config = useShopConfig();
  // A shared link with a filter opens at the filtered list.
  const shown = filterQuery(readFilter(new URLSearchParams(useLocation().search)));
  return (
    <div className="page stack" data-gap="home">
      <PageMeta title={SLOGAN} description={TAGLINE} path={`/${shown}`} />
      <HomeHero />
      <ReferralBanner />
      {config && <TrustBlock config={config} />}
      <ProductGrid />
    </div>
  );
}
