import { createHash } from 'node:crypto';
import { createUnavailableError } from '../../../http/errors/error-handler.ts';
import type { PreviewFigures } from './preview-figures.ts';

/** How long figures are shown before they are read again. */
export const PREVIEW_FIGURES_CACHE_MS = 60_000;
/** Maximum number of cached images (12 MB); any other group is read and drawn again. */
const KEPT_MAX = 200;
const WAITING_MAX = 8;
/** Part of the image's name. It changes when images are drawn in another way, so that chats do not show old ones. */
const RECIPE = 'r1';

export interface GroupPreviews {
  /** @returns the path of the group's image as it is now; null: no such group, or its product is not on sale. */
  path(groupId: string): Promise<string | null>;
  /**
   * The picture of a group as it is now, also under the name of an earlier one.
   *
   * @param beforeDrawing may refuse to draw, by an error; a picture that is there is not refused.
   * @returns `isNamed`: the name is that of the picture; null as in `path`.
   * @throws {DomainError} 503 while too many pictures wait to be drawn.
   */
  picture(
    groupId: string,
    name: string,
    beforeDrawing: () => Promise<void>,
  ): Promise<{ jpeg: Buffer; isNamed: boolean } | null>;
}

interface Preview {
  figures: PreviewFigures;
  name: string;
  jpeg?: Promise<Buffer>;
}

/**
 * Creates the images that chats show of a group. Figures are read at most once a minute and an image is drawn only when
 * somebody requests it, so a group costs at most one drawing a minute whatever is requested.
 * @param read null: no such group, or its product is not on sale.
 */
export function createGroupPreviews(
  read: (groupId: string) => Promise<PreviewFigures | null>,
  draw: (figures: PreviewFigures) => Promise<Buffer>,
  nowMs: () => number = () => performance.now(),
): GroupPreviews {
  const kept = new Map<string, { preview: Promise<Preview | null>; untilMs: number }>();
  let waiting = 0;
  let lastDrawing: Promise<unknown> = Promise.resolve();

  const refresh = async (groupId: string, earlier: Promise<Preview | null> | undefined) => {
    const figures = await read(groupId);
    if (!figures) return null;
    const before = await earlier?.catch(() => null);
    const name = namePicture(figures);
    return before?.name === name ? before : { figures, name };
  };

  const current = async (groupId: string): Promise<Preview | null> => {
    const known = kept.get(groupId);
    if (known && nowMs() < known.untilMs) return known.preview;
    const one = { preview: refresh(groupId, known?.preview), untilMs: nowMs() + PREVIEW_FIGURES_CACHE_MS };
    kept.delete(groupId);
    kept.set(groupId, one);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    // An unknown group is not cached, so that made-up ids cannot push real groups out of the cache.
    const forget = () => void (kept.get(groupId) === one && kept.delete(groupId));
    one.preview.then((preview) => preview ?? forget(), forget);
    return one.preview;
  };

  const start = (preview: Preview): Promise<Buffer> => {
    if (waiting >= WAITING_MAX) throw createUnavailableError();
    waiting += 1;
    const jpeg = lastDrawing
      .then(() => draw(preview.figures))
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
    async picture(groupId, name, beforeDrawing) {
      const preview = await current(groupId);
      if (!preview) return null;
      if (!preview.jpeg) await beforeDrawing();
      preview.jpeg ??= start(preview);
      return { jpeg: await preview.jpeg, isNamed: name === preview.name };
    },
  };
}

function namePicture(figures: PreviewFigures): string {
  return createHash('sha256').update(RECIPE).update(JSON.stringify(figures)).digest('hex').slice(0, 12);
}
