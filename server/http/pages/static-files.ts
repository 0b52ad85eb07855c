import { existsSync, mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { unavailableError } from '../errors/error-handler.ts';

export interface StaticPlaces {
  /** The built app; without it nothing is served, as in API tests. */
  clientFolder: string;
  /** Folders of derived images, searched in this order. A missing folder is created if possible. */
  pictureFolders: string[];
  /** Called before an image is looked up; creates it if possible. */
  ensurePicture?: (file: string) => Promise<void>;
}

const YEAR_S = 31_536_000;
/** Replies have a tag and the cache lifetime below. Dates and range support would add 68 useless bytes. */
const KNOWN_BY_TAG = { cacheControl: false, lastModified: false, acceptRanges: false };
const IMMUTABLE = `public, max-age=${YEAR_S}, immutable`;
/** Icons and screenshots may be a day old. */
const DAILY = 'public, max-age=86400';
/** Cached but revalidated each time: a new release must appear at once. */
const REVALIDATED = 'no-cache';

/** Files with a content hash never change; the page, the worker and other fixed names are revalidated. */
export async function registerStaticFiles(app: FastifyInstance, places: StaticPlaces): Promise<void> {
  const pictureRoots = places.pictureFolders.filter(isThere);
  if (pictureRoots.length > 0) {
    await app.register(async (scope) => {
      const { ensurePicture } = places;
      if (ensurePicture) {
        scope.addHook<{ Params: { '*': string } }>('preHandler', (request) =>
          ensurePicture(request.params['*']).catch((error: Error) => {
            // Mostly a full disk: the request itself is valid.
            request.log.error({ err: error }, 'a picture could not be made');
            throw unavailableError();
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
    // One route per existing file: unknown paths go to the pages, and dot folders of the build are not served.
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

/** The folder for later uploads may not exist yet. */
function isThere(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // A read-only disk serves what it has.
  }
  return existsSync(folder);
}

/** @param path below the client folder, with a leading slash. */
function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return IMMUTABLE;
  if (path.startsWith('/icons/') || path.startsWith('/screenshots/')) return DAILY;
  return REVALIDATED;
}
