import { useLazyComponent } from '../../lib/react/use-lazy-component.tsx';
import type { IllustrationName } from './Illustration.tsx';

const loadDrawing = () => import('./Illustration.tsx');

/** Shows a decorative illustration. Its code loads separately, so that the text beside it does not wait. */
export function LazyIllustration({ name }: { name: IllustrationName }) {
  const Drawing = useLazyComponent(loadDrawing);
  return Drawing && <Drawing name={name} />;
}
