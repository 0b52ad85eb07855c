import { Navigate, useLocation, useParams } from 'react-router-dom';
import { paths } from '../lib/paths.ts';

/** The old address of a product: replaces itself by the new one. */
export function ListingRoute() {
  const { slug = '' } = useParams();
  const { search } = useLocation();
  return <Navigate to={`${paths.product(slug)}${search}`} replace />;
}
