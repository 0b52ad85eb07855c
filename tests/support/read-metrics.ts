/** Each key is `name{label="value"}` as in `/metrics`, with the labels in written order; each value is its number. */
export type MetricValues = ReadonlyMap<string, number>;

/** Reads `/metrics` of a shop. @throws {Error} when the shop refuses. */
export async function fetchMetricValues(
  shopUrl: string,
  headers: Record<string, string> = {},
): Promise<MetricValues> {
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
