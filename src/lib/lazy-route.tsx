import { type ComponentType, lazy, useState } from 'react';

export interface LazyRoute {
  /** Renders at once when its code is loaded, else suspends. */
  Component: ComponentType;
  /** Loads the code; afterwards `Component` never suspends. */
  preload: () => Promise<void>;
}

/** Creates a route whose code is part of the app's main bundle. */
export function createEagerRoute(Component: ComponentType): LazyRoute {
  return { Component, preload: async () => undefined };
}

/** A route's code failed to load: the phone is offline, or a newer release removed the file. */
export class MissingChunkError extends Error {
  override name = 'MissingChunkError';
}

/**
 * Adds preloading to `React.lazy`. A loaded component renders directly; `React.lazy` alone would render its fallback
 * on the server and during hydration.
 * @throws {MissingChunkError} while rendering or preloading, when `load` fails.
 */
export function createLazyRoute(load: () => Promise<{ default: ComponentType }>): LazyRoute {
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
    // Fixed per mount: another component type would remount the screen and lose its input.
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
