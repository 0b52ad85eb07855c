import type { FastifyInstance } from 'fastify';
import type { Config } from '../../../config/config.ts';
import type { Database } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { checkIpRateLimit, type RateLimit } from '../../../http/rate-limit.ts';
import type { GroupPreviewImageCache } from './group-preview-image-cache.ts';

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([0-9a-f]{12})\.jpg$/;
/**
 * Limits how many new images one IP address may have drawn. Requests for drawn images are not limited, because a chat's
 * server fetches the images of many shoppers from one IP address.
 */
const LIMIT: RateLimit = { name: 'group_preview', limit: 60, windowMs: 60_000 };
const YEAR = 'public, max-age=31536000, immutable';
/** An outdated file name gets the current image, which must not be cached for long, because it may change again. */
const MINUTE = 'public, max-age=60';

/** Serves the preview images that chats show for an invitation to a group. */
export function registerGroupPreviewRoutes(
  app: FastifyInstance,
  { db, config }: { db: Database; config: Config },
  previews: GroupPreviewImageCache,
): void {
  app.get<{ Params: { file: string } }>(
    '/pictures/group/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const [, groupId, name] = FILE.exec(request.params.file) ?? [];
      if (groupId === undefined || name === undefined) throw new DomainError('not_found');
      const image = await previews.getImage(groupId, name, () =>
        checkIpRateLimit(db, LIMIT, request.ip, config.rateLimitFactor),
      );
      if (!image) throw new DomainError('not_found');
      return reply
        .type('image/jpeg')
        .header('cache-control', image.isNamed ? YEAR : MINUTE)
        .send(image.jpeg);
    },
  );
}
