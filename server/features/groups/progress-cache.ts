import type { GroupProgress } from '#contract/schemas/group.ts';

const KEPT_MS = 1_000;
/** More products than are ever watched within a second; beyond it the cache is cleared. */
const MOST = 5_000;

/** One read a second serves a popular product, however many pages are open. */
export function createProgressCache(
  read: (productId: string) => Promise<GroupProgress>,
): (productId: string) => Promise<GroupProgress> {
  const kept = new Map<string, { progress: Promise<GroupProgress>; untilMs: number }>();
  return (productId) => {
    const known = kept.get(productId);
    if (known && known.untilMs > Date.now()) return known.progress;
    if (kept.size >= MOST) kept.clear();
    const progress = read(productId);
    kept.set(productId, { progress, untilMs: Date.now() + KEPT_MS });
    progress.catch(() => kept.delete(productId));
    return progress;
  };
}
