import { existsSync, mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { createServiceUnavailableError } from '../errors/error-handler.ts';

export interface StaticFileFolders {
  /** Folder of the built app; may be missing. */
  clientFolder: string;
  /** Image folders, searched in this order. */
  imageFolders: string[];
  /** Creates an image file if it is missing, when it is first requested; the demo's images are made like this. */
  ensurePicture?: ((file: string) => Promise<void>) | undefined;
}

const YEAR_S = 31_536_000;
/** Turns off the static file plugin's dates and ranges, which add 68 bytes and are useless beside an ETag. */
const KNOWN_BY_TAG = { cacheControl: false, lastModified: false, acceptRanges: false };
const IMMUTABLE = `public, max-age=${YEAR_S}, immutable`;
/** `Cache-Control` of icons and screenshots, of which browsers may show a day-old copy. */
const DAILY = 'public, max-age=86400';
/**
 * `Cache-Control` of files that browsers may cache but must revalidate each time, so that a new release appears at
 * once.
 */
const REVALIDATED = 'no-cache';

/** Serves the built app. Files with a content hash are immutable; the page, the worker and others are revalidated. */
export async function registerStaticFiles(app: FastifyInstance, folders: StaticFileFolders): Promise<void> {
  const imageRoots = folders.imageFolders.filter(isThere);
  if (imageRoots.length > 0) {
    await app.register(async (scope) => {
      const { ensurePicture } = folders;
      if (ensurePicture) {
        scope.addHook<{ Params: { '*': string } }>('preHandler', (request) =>
          ensurePicture(request.params['*']).catch((error: Error) => {
            // Creating an image usually fails because the disk is full, so the client gets a 503 and may retry.
            request.log.error({ err: error }, 'a picture could not be made');
            throw createServiceUnavailableError();
          }),
        );
      }
      await scope.register(fastifyStatic, {
        root: imageRoots,
        prefix: '/pictures/',
        index: false,
        dotfiles: 'ignore',
        decorateReply: false,
        ...KNOWN_BY_TAG,
        setHeaders: (reply) => void reply.header('cache-control', IMMUTABLE),
      });
    });
  }
  if (!existsSync(folders.clientFolder)) return;
  await app.register(fastifyStatic, {
    root: folders.clientFolder,
    // Each existing file is a route, so that unknown paths become pages and hidden folders are not served.
    wildcard: false,
    globIgnore: ['**/*.br'],
    dotfiles: 'ignore',
    index: false,
    preCompressed: true,
    ...KNOWN_BY_TAG,
    setHeaders: (reply, path) =>
      void reply.header('cache-control', cacheControlOf(path.slice(folders.clientFolder.length))),
  });
}

/** Creates the folder for later uploads if it is missing. @returns whether the folder can be served. */
function isThere(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // The disk may be read-only, from which an existing folder can still be served.
  }
  return existsSync(folder);
}

/** Chooses the header `Cache-Control` of a file. @param path below the client folder, with a leading slash. */
function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return IMMUTABLE;
  if (path.startsWith('/icons/') || path.startsWith('/screenshots/')) return DAILY;
  return REVALIDATED;
}
