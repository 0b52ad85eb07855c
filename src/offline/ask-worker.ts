import type { PageQuestion } from '#contract/worker-messages.ts';

/**
 * Asks a worker something that it answers through a port.
 *
 * @param waitMs How long a worker that is busy or of an older release is waited for.
 * @returns its answer; `fallback` without one.
 */
export async function askWorker<T>(
  worker: ServiceWorker,
  question: PageQuestion,
  waitMs: number,
  fallback: T,
): Promise<T> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<T>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<T>) => resolve(data);
    setTimeout(() => resolve(fallback), waitMs);
  });
  worker.postMessage(question, [port2]);
  return await answered;
}
