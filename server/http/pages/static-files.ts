import { existsSync, mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors/error-handler.ts';

export interface StaticPlaces {
  /** The built app; nothing is served when it is not there (tests of the API). */
  clientFolder: string;
  /** Derived pictures, looked through in this order; a missing folder is made, where that can be. */
  pictureFolders: string[];
  /** Called before a picture is looked for; makes what can be made. */
  ensurePicture?: (file: string) => Promise<void>;
}

const YEAR_S = 31_536_000;
/** Each answer names its tag, and its age as below. A date says no more, and parts are asked for by nobody: 68 bytes. */
const KNOWN_BY_TAG = { cacheControl: false, lastModified: false, acceptRanges: false };
const IMMUTABLE = `public, max-age=${YEAR_S}, immutable`;
/** Icons and screenshots: a day late harms nobody. */
const DAILY = 'public, max-age=86400';
/** Kept by the browser but asked for each time: a new release must be seen at once. */
const REVALIDATED = 'no-cache';

/**
 * Serves the built app and the pictures. Files with a content hash in their name never change; the page, the worker
 * and everything else under a fixed name are asked for again. Brotli files made by the build are sent as they are.
 */
export async function registerStaticFiles(app: FastifyInstance, places: StaticPlaces): Promise<void> {
  const pictureRoots = places.pictureFolders.filter(isThere);
  if (pictureRoots.length > 0) {
    await app.register(async (scope) => {
      const { ensurePicture } = places;
      if (ensurePicture) {
        scope.addHook<{ Params: { '*': string } }>('preHandler', (request) =>
          ensurePicture(request.params['*']).catch((error: Error) => {
            // A full disk, most of all: nothing is wrong with the question.
            request.log.error({ err: error }, 'a picture could not be made');
            throw unavailable();
          }),
        );
      }
      await scope.register(fastifyStatic, {
        root: pictureRoots,
        prefix: '/pictures/',
        index: false,
        dotfiles: 'ignore',
        decorateReply: false,
        ...KNOWN_BY_TAG,
        setHeaders: (reply) => void reply.header('cache-control', IMMUTABLE),
      });
    });
  }
  if (!existsSync(places.clientFolder)) return;
  await app.register(fastifyStatic, {
    root: places.clientFolder,
    // One route for each file that exists: unknown paths stay with the pages, and the build's own notes in
    // dot folders are not found.
    wildcard: false,
    globIgnore: ['**/*.br'],
    dotfiles: 'ignore',
    index: false,
    preCompressed: true,
    ...KNOWN_BY_TAG,
    setHeaders: (reply, path) =>
      void reply.header('cache-control', cacheControlOf(path.slice(places.clientFolder.length))),
  });
}

/** What is uploaded later lies in a folder that may not be there yet. */
function isThere(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // Of a disk that is only read: what is there is served.
  }
  return existsSync(folder);
}

/** @param path below the client folder, beginning with a slash. */
function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return IMMUTABLE;
  if (path.startsWith('/icons/') || path.startsWith('/screenshots/')) return DAILY;
  return REVALIDATED;
}
