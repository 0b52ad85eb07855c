import { screens } from '#contract/addresses.ts';
import { Navigate, useLocation, usePathParts } from '../lib/navigation.tsx';
import { paths } from '../lib/paths.ts';

/** The old address of a product: replaces itself by the new one. */
export function ListingRoute() {
  const { slug = '' } = usePathParts(screens.listing);
  const { search } = useLocation();
  return <Navigate to={`${paths.product(slug)}${search}`} replace />;
}
