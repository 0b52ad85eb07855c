import { type ComponentType, lazy, useState } from 'react';

/** A route's code, loaded when it is first needed. */
export interface LazyRoute {
  /** Draws the loaded component at once, or suspends until it is there. */
  Component: ComponentType;
  /** Fetches the code; after it resolved, `Component` draws without a pause. */
  preload: () => Promise<void>;
  isLoaded: () => boolean;
}

/** A route whose code comes with the app. */
export function readyRoute(Component: ComponentType): LazyRoute {
  return { Component, preload: async () => undefined, isLoaded: () => true };
}

/** The code of a route did not come: the line is gone, or a release took it away. */
export class MissingChunkError extends Error {
  override name = 'MissingChunkError';
}

/**
 * `React.lazy` that can be preloaded. Once loaded, the component is rendered directly: `React.lazy` alone
 * would send its fallback from the server and flash it while hydrating.
 *
 * @throws {MissingChunkError} while rendering or preloading, when `load` fails.
 */
export function lazyRoute(load: () => Promise<ComponentType>): LazyRoute {
  let Loaded: ComponentType | null = null;
  const loadOnce = async () => {
    Loaded = await load().catch((cause: unknown) => {
      throw new MissingChunkError('the code of a route did not come', { cause });
    });
    return { default: Loaded };
  };
  const Waiting = lazy(loadOnce);
  function Component() {
    // Chosen once: another kind of element at the next render would draw the screen anew and lose what was typed.
    const [Chosen] = useState(() => Loaded ?? Waiting);
    return <Chosen />;
  }
  return {
    Component,
    preload: async () => {
      if (!Loaded) await loadOnce();
    },
    isLoaded: () => Loaded !== null,
  };
}
