/** One line of `/metrics`: `name{label="value"}` with its labels in the order they are written, and its number. */
export type MetricLines = ReadonlyMap<string, number>;

/** Looks at `/metrics` of a shop. @throws {Error} when it shows nothing. */
export async function readMetrics(
  shopUrl: string,
  headers: Record<string, string> = {},
): Promise<MetricLines> {
  const answer = await fetch(`${shopUrl}/metrics`, { headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`/metrics answered ${answer.status}: ${text}`);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
