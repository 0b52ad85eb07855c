/** Returns why a signal was aborted; an `AbortError` in browsers before 2022, which store no reason. */
export function getAbortReason(signal: AbortSignal): unknown {
  return signal.reason ?? new DOMException('the signal was aborted', 'AbortError');
}
