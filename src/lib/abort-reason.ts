/** Why a signal was aborted. Browsers before 2022 keep no reason; then it is an `AbortError`, as theirs is. */
export function abortReason(signal: AbortSignal): unknown {
  return signal.reason ?? new DOMException('the signal was aborted', 'AbortError');
}
