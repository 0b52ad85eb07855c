import { useHasOrdered } from '../../features/checkout/payment/use-has-ordered.ts';
import { InstallPrompt } from '../../features/install/InstallPrompt.tsx';
import { PushPrompt } from '../../features/install/PushPrompt.tsx';
import { ReleaseUpdatePrompt } from '../../features/install/ReleaseUpdatePrompt.tsx';
import { SilentErrorBoundary } from '../../lib/react/SilentErrorBoundary.tsx';

/** Shows one prompt at a time at the page's bottom, such as the offer to install. Loaded after the page's start. */
export default function AppPrompts() {
  const hasOrdered = useHasOrdered();
  return (
    <>
      <SilentErrorBoundary>
        <ReleaseUpdatePrompt />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <InstallPrompt hasOrdered={hasOrdered} />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <PushPrompt hasOrdered={hasOrdered} />
      </SilentErrorBoundary>
    </>
  );
}
