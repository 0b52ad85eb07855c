import { useLazyPart } from '../lib/use-lazy-part.tsx';
import type { DrawingName } from './Drawing.tsx';

const loadDrawing = async () => (await import('./Drawing.tsx')).Drawing;

/** Loads the decorative drawing separately, so the text beside it does not wait. */
export function LazyDrawing({ name }: { name: DrawingName }) {
  const Drawing = useLazyPart(loadDrawing);
  return Drawing && <Drawing name={name} />;
}
