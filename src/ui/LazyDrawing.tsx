import { useLazyPart } from '../lib/use-lazy-part.tsx';
import type { DrawingName } from './Drawing.tsx';

const loadDrawing = async () => (await import('./Drawing.tsx')).Drawing;

/** A drawing whose code comes by itself: it only decorates, so the words beside it do not wait. */
export function LazyDrawing({ name }: { name: DrawingName }) {
  const Drawing = useLazyPart(loadDrawing);
  return Drawing && <Drawing name={name} />;
}
