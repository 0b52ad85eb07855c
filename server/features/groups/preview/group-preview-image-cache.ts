import { createHash } from 'node:crypto';
import { createServiceUnavailableError } from '../../../http/errors/error-handler.ts';
import type { GroupPreviewContent } from './preview-content.ts';

/** Milliseconds for which the content of a preview image is cached. */
export const GROUP_PREVIEW_CONTENT_CACHE_MS = 60_000;
/** Maximum number of cached preview images (12 MB). The group that was read longest ago is removed first. */
const KEPT_MAX = 200;
const WAITING_MAX = 8;
/**
 * Version in the image's file name. It must change when the drawing changes, because chats cache an image by its name.
 */
const RECIPE = 'r1';

export interface GroupPreviewImageCache {
  /**
   * @returns the web path of the group's current image; null when the group is unknown or its product is not on sale.
   */
  path(groupId: string): Promise<string | null>;
  /**
   * Returns the group's current image, even if `name` names an earlier one, because a chat may request an old link.
   * @param beforeDrawing called before a new image is drawn; it may throw to prevent this.
   * @returns `isNamed`: `name` is the current image's name; null: no such image.
   * @throws {DomainError} 503 while too many images wait to be drawn.
   */
  getImage(
    groupId: string,
    name: string,
    beforeDrawing: () => Promise<void>,
  ): Promise<{ jpeg: Buffer; isNamed: boolean } | null>;
}

interface Preview {
  content: GroupPreviewContent;
  name: string;
  jpeg?: Promise<Buffer>;
}

/**
 * Creates the cache of the preview images that chats show for a shared group. A group costs at most one drawing a
 * minute.
 * @param read returns null when the group has no preview.
 */
export function createGroupPreviewImageCache(
  read: (groupId: string) => Promise<GroupPreviewContent | null>,
  draw: (content: GroupPreviewContent) => Promise<Buffer>,
  nowMs: () => number = () => performance.now(),
): GroupPreviewImageCache {
  const cached = new Map<string, { preview: Promise<Preview | null>; untilMs: number }>();
  let waiting = 0;
  let lastDrawing: Promise<unknown> = Promise.resolve();

  const refresh = async (groupId: string, earlier: Promise<Preview | null> | undefined) => {
    const content = await read(groupId);
    if (!content) return null;
    const before = await earlier?.catch(() => null);
    const name = namePicture(content);
    return before?.name === name ? before : { content, name };
  };

  const current = async (groupId: string): Promise<Preview | null> => {
    const known = cached.get(groupId);
    if (known && nowMs() < known.untilMs) return known.preview;
    const one = {
      preview: refresh(groupId, known?.preview),
      untilMs: nowMs() + GROUP_PREVIEW_CONTENT_CACHE_MS,
    };
    cached.delete(groupId);
    cached.set(groupId, one);
    const [oldest] = cached.keys();
    if (cached.size > KEPT_MAX && oldest !== undefined) cached.delete(oldest);
    // An unknown group is not cached, so that made-up ids cannot push real groups out of the cache.
    const forget = () => void (cached.get(groupId) === one && cached.delete(groupId));
    one.preview.then((preview) => preview ?? forget(), forget);
    return one.preview;
  };

  const start = (preview: Preview): Promise<Buffer> => {
    if (waiting >= WAITING_MAX) throw createServiceUnavailableError();
    waiting += 1;
    const jpeg = lastDrawing
      .then(() => draw(preview.content))
      .finally(() => {
        waiting -= 1;
      });
    lastDrawing = jpeg.catch(() => delete preview.jpeg);
    return jpeg;
  };

  return {
    async path(groupId) {
      const preview = await current(groupId);
      return preview && `/pictures/group/${groupId}-${preview.name}.jpg`;
    },
    async getImage(groupId, name, beforeDrawing) {
      const preview = await current(groupId);
      if (!preview) return null;
      if (!preview.jpeg) await beforeDrawing();
      preview.jpeg ??= start(preview);
      return { jpeg: await preview.jpeg, isNamed: name === preview.name };
    },
  };
}

function namePicture(content: GroupPreviewContent): string {
  return createHash('sha256').update(RECIPE).update(JSON.stringify(content)).digest('hex').slice(0, 12);
}
