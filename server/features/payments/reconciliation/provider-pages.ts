import type { ProviderPageResult } from '../../../provider/provider.ts';

/**
 * Reads all pages of a provider's list.
 * @throws when one page fails, because its rows would otherwise be reported as missing.
 */
export async function readAllProviderPages<Row>(
  readPage: (page: number) => Promise<ProviderPageResult<Row>>,
): Promise<{ rows: Row[]; unreadable: string[] }> {
  const all = { rows: [] as Row[], unreadable: [] as string[] };
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const answer = await readPage(page);
    if (!answer.ok) throw new Error(answer.reason);
    all.rows.push(...answer.rows);
    all.unreadable.push(...answer.unreadable);
    totalPages = answer.totalPages;
  }
  return all;
}
