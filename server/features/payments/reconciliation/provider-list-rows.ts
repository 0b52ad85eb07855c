import { DomainError } from '../../../http/errors/error-handler.ts';
import type { ProviderPageResult } from '../../../provider/provider.ts';

/**
 * Reads all pages of a provider's list.
 * @throws {DomainError} when one page fails, because its rows would otherwise be reported as missing.
 */
export async function fetchAllProviderListRows<Row>(
  readPage: (page: number) => Promise<ProviderPageResult<Row>>,
): Promise<{ rows: Row[]; unreadable: string[] }> {
  const all = { rows: [] as Row[], unreadable: [] as string[] };
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const answer = await readPage(page);
    if (!answer.ok)
      throw new DomainError(
        'payment_unavailable',
        `The card provider's list is not complete: ${answer.reason}. Please try again later.`,
      );
    all.rows.push(...answer.rows);
    all.unreadable.push(...answer.unreadable);
    totalPages = answer.totalPages;
  }
  return all;
}
