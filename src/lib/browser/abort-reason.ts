/** @returns why a signal was aborted. Browsers before 2022 store no reason and get an `AbortError`. */
export function getAbortReason(signal: AbortSignal): unknown {
  return signal.reason ?? new DOMException('the signal was aborted', 'AbortError');
}
