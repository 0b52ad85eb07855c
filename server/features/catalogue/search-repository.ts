import type { DealStage } from '#contract/rules/group/deal-stage.ts';
import type { Queryable } from '../../db/database.ts';
import { buildDealStageConditionSql } from './deal-stage-condition.ts';

/**
 * A term that matches a search word: a row of `search_terms`, or the beginning of one. A greater `counts` ranks lower.
 */
export interface WeightedSearchTerm {
  term: string;
  counts: number;
}

interface Wanted {
  /** Whether a product must match all words of the search, or any one of them. */
  has: 'all' | 'any';
  /** Category to search in; empty: all categories. */
  category: string;
  stage?: DealStage | undefined;
  max: number;
}

/**
 * Finds products that match one of several searches, best first. For each word, the match with the smallest penalty
 * counts.
 */
export async function findProductIdsBySearchTerms(
  db: Queryable,
  searches: readonly (readonly WeightedSearchTerm[][])[],
  { has, category, stage, max }: Wanted,
): Promise<string[]> {
  const looks = searches.flatMap((words, search) => looksOf(words, has).map((look) => ({ search, ...look })));
  const isEachEnough = has === 'any' || searches.every((words) => words.length === 1);
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM (
       SELECT id, created_at, sum(counts) - $5::int * count(*) AS counts FROM (
         SELECT p.id, p.created_at, l.search, min(l.counts) AS counts
         FROM unnest((SELECT $1::int[]), (SELECT $2::int[]), (SELECT $3::int[]), (SELECT $4::text[]))
           AS l (search, word, counts, query), LATERAL (
           SELECT * FROM (
             SELECT id, created_at FROM products
             WHERE active AND search_terms @@ l.query::tsquery ${category === '' ? '' : 'AND category = $8'}
               ${stage ? `AND id IN (SELECT g.product_id FROM groups g WHERE ${buildDealStageConditionSql(stage)})` : ''}
             OFFSET 0) all_found
           ORDER BY created_at, id LIMIT (SELECT $6::int)) p
         GROUP BY p.id, p.created_at, l.search, l.word) word
       GROUP BY id, created_at, search) search
     GROUP BY id, created_at ORDER BY min(counts), created_at, id LIMIT (SELECT $7::int)`,
    [
      looks.map(({ search }) => search),
      looks.map(({ word }) => word),
      looks.map(({ counts }) => counts),
      looks.map(({ query }) => query),
      has === 'any' ? MORE_WORDS_FIRST : 0,
      isEachEnough ? max : null,
      max,
      ...(category === '' ? [] : [category]),
    ],
  );
  return rows.map(({ id }) => id);
}

/** Penalty for an unmatched word. It exceeds every other penalty, so that products that match more words come first. */
const MORE_WORDS_FIRST = 100;

function looksOf(
  words: readonly WeightedSearchTerm[][],
  has: Wanted['has'],
): { word: number; counts: number; query: string }[] {
  return words.flatMap((ways, word) => {
    const others = has === 'all' ? words.filter((other) => other !== ways).map(anyOf) : [];
    return [...new Set(ways.map(({ counts }) => counts))].map((counts) => {
      const sameCounts = ways.filter((way) => way.counts === counts);
      return { word, counts, query: [anyOf(sameCounts), ...others].join('&') };
    });
  });
}

function anyOf(ways: readonly WeightedSearchTerm[]): string {
  return `(${ways.map(({ term }) => term).join('|')})`;
}

/** Finds product names that contain a term or resemble it, for those terms with which no product name begins. */
export async function findSimilarProductNames(
  db: Queryable,
  typed: string[],
): Promise<Map<string, string[]>> {
  const rows = await db.query<{ word: string; names: string[] }>(
    `SELECT t.word, ARRAY(
       SELECT DISTINCT substr(term, 2) COLLATE "C" FROM products p, unnest(tsvector_to_array(p.search_terms)) term
       WHERE p.active AND search_keys(p.title || ' ' || p.category) @@ t.keys AND left(term, 1) < '2') AS names
     FROM (
       SELECT word, (SELECT string_agg(key, '|') || '|P' || word || ':*'
         FROM unnest(tsvector_to_array(search_keys(word))) key WHERE left(key, 1) = 'E')::tsquery AS keys
       FROM unnest((SELECT $1::text[])) word) t
     WHERE NOT EXISTS (
       SELECT FROM products
       WHERE active AND search_terms @@ format('0%1$s:* | 1%1$s:*', t.word)::tsquery)`,
    [typed],
  );
  return new Map(rows.map(({ word, names }) => [word, names]));
}

/** Lists the categories of products on sale. A skip scan finds them without reading every product. */
export async function findProductCategories(db: Queryable, max: number): Promise<string[]> {
  const next = (after: string) => `(SELECT category, created_at, id FROM products
     WHERE active AND length(category) BETWEEN 1 AND 100 AND category > ${after}
     ORDER BY category, created_at, id LIMIT 1)`;
  const rows = await db.query<{ category: string }>(
    `WITH RECURSIVE step AS (
       ${next("''")} UNION ALL SELECT n.* FROM step, LATERAL ${next('step.category')} n)
     SELECT category FROM step ORDER BY created_at, id LIMIT $1`,
    [max],
  );
  return rows.map(({ category }) => category);
}
