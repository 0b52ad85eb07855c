import { onlineManager } from '@tanstack/react-query';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { SilentErrorBoundary } from './SilentErrorBoundary.tsx';

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Loads a component's code on demand and retries. `React.lazy` never retries; a failed load would crash the page.
 * @param isWanted true starts the load.
 * @returns the component, or null until loaded.
 */
export function useLazyComponent<Props = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isWanted = true,
): ComponentType<Props> | null {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const attempt = useEffectEvent(load);
  const isLoaded = Part !== null;
  useEffect(() => {
    if (!isWanted || isLoaded) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pauseMs = FIRST_RETRY_MS;
    const start = () => {
      clearTimeout(timer);
      attempt().then(
        (module) => {
          if (!isOver) setPart(() => guarded(module.default));
        },
        () => {
          if (isOver) return;
          timer = setTimeout(start, pauseMs);
          // A file that a newer release removed never comes, so each pause is longer to save mobile data.
          pauseMs = Math.min(pauseMs * 2, LONGEST_RETRY_MS);
        },
      );
    };
    start();
    const unsubscribe = onlineManager.subscribe((isOnline) => {
      if (isOnline) start();
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      unsubscribe();
    };
  }, [isWanted, isLoaded]);
  return Part;
}

function guarded<Props>(Part: ComponentType<Props>): ComponentType<Props> {
  return (props) => (
    <SilentErrorBoundary>
      {/* biome-ignore lint/suspicious/noExplicitAny: React's own type of a generic component's attributes */}
      <Part {...(props as any)} />
    </SilentErrorBoundary>
  );
}
