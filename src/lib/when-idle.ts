/** Runs `work` after the first paint, when the phone has nothing better to do. @returns the cancellation. */
export function whenIdle(work: () => void, timeoutMs = 2_000): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: timeoutMs });
    return () => cancelIdleCallback(handle);
  }
  // Safari has no idle callback.
  const timer = setTimeout(work, 200);
  return () => clearTimeout(timer);
}
