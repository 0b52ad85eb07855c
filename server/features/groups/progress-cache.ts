import type { GroupProgress } from '#contract/schemas/group.ts';

const KEPT_MS = 1_000;
/** Maximum number of cached products; when it is exceeded, the whole cache is cleared. */
const MOST = 5_000;

/** Reads the progress of each product's group at most once a second, however many pages request it. */
export function createGroupProgressCache(
  read: (productId: string) => Promise<GroupProgress>,
): (productId: string) => Promise<GroupProgress> {
  const cached = new Map<string, { progress: Promise<GroupProgress>; untilMs: number }>();
  return (productId) => {
    const known = cached.get(productId);
    if (known && known.untilMs > Date.now()) return known.progress;
    if (cached.size >= MOST) cached.clear();
    const progress = read(productId);
    cached.set(productId, { progress, untilMs: Date.now() + KEPT_MS });
    progress.catch(() => cached.delete(productId));
    return progress;
  };
}
