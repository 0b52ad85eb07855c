import { Navigate, useLocation, useParams } from 'react-router-dom';
import { paths } from '../lib/paths.ts';

/** Redirects a product's old address to its current one. */
export function ListingRoute() {
  const { slug = '' } = useParams();
  const { search } = useLocation();
  return <Navigate to={`${paths.product(slug)}${search}`} replace />;
}
