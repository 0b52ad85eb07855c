import { type ComponentType, lazy, useState } from 'react';

export interface PreloadableRoute {
  /** Renders at once when its code is loaded; otherwise React waits for the code. */
  Component: ComponentType;
  /** Loads the code in advance; afterwards `Component` renders at once. */
  preload: () => Promise<void>;
}

/** Creates a route whose code is part of the app's first download. */
export function createPreloadedRoute(Component: ComponentType): PreloadableRoute {
  return { Component, preload: async () => undefined };
}

/** A screen's code failed to load: the phone is offline, or a newer release removed the file from the server. */
export class MissingChunkError extends Error {
  override name = 'MissingChunkError';
}

/**
 * Like `React.lazy`, but a preloaded component renders at once, as hydration needs.
 * @throws {MissingChunkError} while rendering or preloading, when `load` fails.
 */
export function createLazyRoute(load: () => Promise<{ default: ComponentType }>): PreloadableRoute {
  let Loaded: ComponentType | null = null;
  const loadOnce = async () => {
    const module = await load().catch((cause: unknown) => {
      throw new MissingChunkError('the code of a route did not come', { cause });
    });
    Loaded = module.default;
    return module;
  };
  const Waiting = lazy(loadOnce);
  function Component() {
    // The component type is chosen once per mounted screen, because another type would remount the screen and lose its
    // input.
    const [Chosen] = useState(() => Loaded ?? Waiting);
    return <Chosen />;
  }
  return {
    Component,
    preload: async () => {
      if (!Loaded) await loadOnce();
    },
  };
}
