import type { Queryable } from '../../../db/database.ts';
import { isUuid } from '../../../lib/uuid.ts';
import { findShoppersBySearchTerms } from '../operator-search-repository.ts';
import { type GlobalSearchTerms, parseGlobalSearchTerms } from '../search-terms.ts';
import { type AuditTarget, findAuditTargetIdsByName, findAuditTargets } from './audit-target-repository.ts';

/** What to find in the audit log, as interpreted from the text of a search. */
export interface AuditLogQuery {
  /** Targets that the entries must be about; null: the search names no record. */
  targets: AuditTarget[] | null;
  /** Words to find in an action's title or a reason, in lower case. */
  words: string[];
  /** Targets and operators whose names begin with the searched words. */
  named: { targets: AuditTarget[]; actors: string[] };
  /** Ids of the shoppers that the search found. */
  userIds: string[];
}

/**
 * Interprets the text of a search: a number, reference, phone, e-mail or id stands for one record.
 * @param target the record from whose page the operator came, in the notation of the log.
 */
export async function parseAuditLogQuery(
  db: Queryable,
  { q = '', target }: { q?: string | undefined; target?: string | undefined },
): Promise<AuditLogQuery> {
  const { terms, words } = parseAuditWords(q);
  const shoppers = terms ? await findShoppersBySearchTerms(db, terms) : [];
  const userIds = shoppers.map(({ id }) => id);
  const about = terms && (await findAuditTargets(db, terms, userIds));
  const linked = target === undefined ? null : await findLinkedTargets(db, target);
  const named = await findNamed(db, words);
  return {
    targets:
      about && linked
        ? linked.filter((one) => about.some((other) => other.target === one.target))
        : (about ?? linked),
    words,
    named,
    userIds: [...userIds, ...named.userIds],
  };
}

/** Finds the audit targets of the record from whose page the operator came. */
async function findLinkedTargets(db: Queryable, target: string): Promise<AuditTarget[]> {
  const [kind, name = ''] = target.split(/:(.*)/s);
  const own = { target, since: null };
  if (kind === 'order') return [own, ...(await findAuditTargets(db, { trackingNumber: name }, []))];
  if (kind === 'payment') return [own, ...(await findAuditTargets(db, { reference: name }, []))];
  if (kind === 'group' && isUuid(name)) return [own, ...(await findAuditTargets(db, { id: name }, []))];
  if (kind === 'user' && isUuid(name)) return [own, ...(await findAuditTargets(db, {}, [name]))];
  return [own];
}

function parseAuditWords(q: string): { terms: GlobalSearchTerms | null; words: string[] } {
  const whole = parseGlobalSearchTerms(q);
  if (isRecord(whole)) return { terms: whole, words: [] };
  const parts = q.split(/\s+/).map((part) => [part, parseGlobalSearchTerms(part)] as const);
  const record = parts.find(([, terms]) => isRecord(terms));
  const words = parts.filter((part) => part !== record).map(([part]) => part.toLowerCase());
  return { terms: record?.[1] ?? null, words: words.filter(Boolean) };
}

const isRecord = ({ trackingNumber, reference, email, phone, id }: GlobalSearchTerms): boolean =>
  (trackingNumber ?? reference ?? email ?? phone ?? id) !== undefined;

/**
 * Finds shoppers, operators, products and centres by name. A single letter finds none, because it would match half the
 * shop.
 */
async function findNamed(db: Queryable, words: readonly string[]) {
  const name = words.join(' ');
  if (name.length < 2) return { targets: [], actors: [], userIds: [] };
  const userIds = (await findShoppersBySearchTerms(db, { name })).map(({ id }) => id);
  const targets = await findAuditTargetIdsByName(db, name);
  return {
    targets: [
      ...targets.map((target) => ({ target, since: null })),
      ...(userIds.length > 0 ? await findAuditTargets(db, {}, userIds) : []),
    ],
    actors: targets.filter((target) => target.startsWith('operator:')),
    userIds,
  };
}
