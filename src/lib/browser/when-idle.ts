/** Runs `work` after the first paint, when the browser is idle. @returns a function that cancels it. */
export function runWhenIdle(work: () => void, timeoutMs = 2_000): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: timeoutMs });
    return () => cancelIdleCallback(handle);
  }
  // Safari has no `requestIdleCallback`, so a timer is used.
  const timer = setTimeout(work, 200);
  return () => clearTimeout(timer);
}
