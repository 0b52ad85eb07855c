import { Navigate, useLocation, useParams } from 'react-router-dom';
import { screenPaths } from '../../lib/paths.ts';

/** Redirects a product's old address to its current one. */
export default function ListingRoute() {
  const { slug = '' } = useParams();
  const { search } = useLocation();
  return <Navigate to={`${screenPaths.product(slug)}${search}`} replace />;
}
