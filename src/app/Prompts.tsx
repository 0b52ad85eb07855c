import { useHasOrdered } from '../features/checkout/use-has-ordered.ts';
import { InstallPrompt } from '../features/install/InstallPrompt.tsx';
import { PushPrompt } from '../features/install/PushPrompt.tsx';
import { UpdatePrompt } from '../features/install/UpdatePrompt.tsx';
import { PartBoundary } from '../lib/PartBoundary.tsx';

/** Shows one prompt at a time at the bottom of the page. Its code is a chunk of its own. */
export function Prompts() {
  const hasOrdered = useHasOrdered();
  return (
    <>
      <PartBoundary>
        <UpdatePrompt />
      </PartBoundary>
      <PartBoundary>
        <InstallPrompt hasOrdered={hasOrdered} />
      </PartBoundary>
      <PartBoundary>
        <PushPrompt hasOrdered={hasOrdered} />
      </PartBoundary>
    </>
  );
}
