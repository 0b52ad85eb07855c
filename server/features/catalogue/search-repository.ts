import type { Queryable } from '../../db/database.ts';

/** A word of some title or category, and the typed one (its number from 0) that may find it. */
export interface KnownWord {
  typed: number;
  word: string;
}

/** For one typed word: a term to look for, what finding it counts, and the last place in which it is looked for. */
export interface SearchTerm {
  slot: number;
  term: string;
  counts: number;
  lastPlace: number;
}

export interface FoundProduct {
  id: string;
  /** The least is the best. */
  score: number;
  /** Seconds. */
  listedAt: number;
}

/** As a number: a time is read from text, for each of hundreds longer than the product is looked for. */
const LISTED_AT = `date_part('epoch', f.listed_at) AS "listedAt"`;

/** So many words are looked at for the beginning, and for the shortening, of one. */
const WORDS_PER_KEY = 40;
/** Beyond it nobody asks which of two words is the rarer one. */
const COUNTED_MAX = 5_000;

/** The words of products on sale that begin with a typed word or have it in them. */
export async function findWordsWith(db: Queryable, typed: string[]): Promise<KnownWord[]> {
  return db.query<KnownWord>(
    `SELECT t.nth::int - 1 AS typed, k.word
     FROM unnest($1::text[]) WITH ORDINALITY AS t (word, nth), LATERAL (
       SELECT DISTINCT s.word FROM (
         SELECT k.word FROM search_keys k
         WHERE k.way = 'tail' AND k.key >= t.word AND k.key < t.word || '~'
           AND (length(t.word) > 2 OR k.key = k.word)
           AND EXISTS (SELECT FROM search_terms s WHERE s.term = k.word AND s.place < 2)
         ORDER BY k.key LIMIT $2) s) k`,
    [typed, WORDS_PER_KEY],
  );
}

/** The words of products on sale that have one of these shortenings in common with a typed word. */
export async function findWordsNear(
  db: Queryable,
  shortenings: { typed: number; key: string }[],
): Promise<KnownWord[]> {
  return db.query<KnownWord>(
    `SELECT DISTINCT t.typed, k.word
     FROM unnest($1::int[], $2::text[]) AS t (typed, key), LATERAL (
       SELECT k.word FROM search_keys k WHERE k.way = 'short' AND k.key = t.key
         AND EXISTS (SELECT FROM search_terms s WHERE s.term = k.word AND s.place < 2)
       LIMIT $3) k`,
    [shortenings.map(({ typed }) => typed), shortenings.map(({ key }) => key), WORDS_PER_KEY],
  );
}

/**
 * The products that have a term of every slot, the best first, `max` at most. It goes through those that have the rarest
 * slot, in the order of place and list, and asks each for the others.
 *
 * @param category null: of every category.
 */
export async function findWithAll(
  db: Queryable,
  terms: readonly SearchTerm[],
  slots: number,
  category: string | null,
  max: number,
): Promise<FoundProduct[]> {
  if (slots === 1) return findWithOne(db, terms, category, max);
  const inCategory = category === null ? '' : 'AND t.category = $8';
  return db.query<FoundProduct>(
    `WITH alt AS MATERIALIZED (
       SELECT * FROM unnest($1::int[], $2::text[], $3::int[], $4::int[]) AS a (slot, term, counts, last_place)),
     sizes AS (
       SELECT alt.slot, sum(c.size) AS size FROM alt, LATERAL (
         SELECT count(*) AS size FROM (SELECT FROM search_terms t WHERE t.term = alt.term
           AND t.place <= alt.last_place ${inCategory} LIMIT $7) s) c
       GROUP BY alt.slot),
     rarest AS MATERIALIZED (SELECT slot FROM sizes ORDER BY size, slot LIMIT 1),
     found AS (
       SELECT f.product_id, f.listed_at, min(a.counts + 3 * f.place) AS score
       FROM alt a JOIN rarest USING (slot), LATERAL (
         SELECT t.product_id, t.place, t.listed_at FROM search_terms t
         WHERE t.term = a.term AND t.place <= a.last_place ${inCategory} AND NOT EXISTS (
           SELECT FROM generate_series(1, $5::int) AS other (slot)
           WHERE other.slot <> a.slot AND NOT EXISTS (
             SELECT FROM alt b JOIN search_terms o ON o.product_id = t.product_id AND o.term = b.term
               AND o.place <= b.last_place
             WHERE b.slot = other.slot))
         ORDER BY t.place, t.listed_at, t.product_id LIMIT $6) f
       GROUP BY f.product_id, f.listed_at)
     SELECT f.product_id AS id, ${LISTED_AT}, (f.score + (
         SELECT sum(best) FROM (
           SELECT min(b.counts + 3 * o.place) AS best FROM alt b JOIN search_terms o
             ON o.product_id = f.product_id AND o.term = b.term AND o.place <= b.last_place
           WHERE b.slot <> (SELECT slot FROM rarest) GROUP BY b.slot) s))::int AS score
     FROM found f ORDER BY 3, 2, 1 LIMIT $6`,
    [...columnsOf(terms), slots, max, COUNTED_MAX, ...given(category)],
  );
}

/** Each term as `a` with the best that have it as `f`. Their values: the terms, how many at most, the category. */
function bestOfEach(category: string | null): string {
  return `unnest($1::int[], $2::text[], $3::int[], $4::int[]) AS a (slot, term, counts, last_place), LATERAL (
         SELECT t.product_id, t.place, t.listed_at FROM search_terms t
         WHERE t.term = a.term AND t.place <= a.last_place ${category === null ? '' : 'AND t.category = $6'}
         ORDER BY t.place, t.listed_at, t.product_id LIMIT $5) f`;
}

/** The same for one slot: whatever has a term of it is found, nothing is counted or asked. */
async function findWithOne(
  db: Queryable,
  terms: readonly SearchTerm[],
  category: string | null,
  max: number,
): Promise<FoundProduct[]> {
  return db.query<FoundProduct>(
    `SELECT f.product_id AS id, ${LISTED_AT}, f.score FROM (
       SELECT f.product_id, f.listed_at, min(a.counts + 3 * f.place) AS score
       FROM ${bestOfEach(category)}
       GROUP BY f.product_id, f.listed_at ORDER BY 3, 2, 1 LIMIT $5) f`,
    [...columnsOf(terms), max, ...given(category)],
  );
}

/** The products that have a term of any slot, those of most slots first, `max` of each term at most. */
export async function findWithAny(
  db: Queryable,
  terms: readonly SearchTerm[],
  category: string | null,
  max: number,
): Promise<FoundProduct[]> {
  return db.query<FoundProduct>(
    `WITH hits AS (
       SELECT f.product_id, f.listed_at, a.slot, min(a.counts + 3 * f.place) AS score
       FROM ${bestOfEach(category)}
       GROUP BY f.product_id, f.listed_at, a.slot)
     SELECT f.product_id AS id, ${LISTED_AT}, (sum(score) - 100 * count(*))::int AS score
     FROM hits f GROUP BY f.product_id, f.listed_at ORDER BY 3, 2, 1 LIMIT $5`,
    [...columnsOf(terms), max, ...given(category)],
  );
}

/** The categories of what is on sale, in the order of their first products. It hops from one to the next. */
export async function findCategories(db: Queryable, max: number): Promise<string[]> {
  const rows = await db.query<{ category: string }>(
    `WITH RECURSIVE hop AS (
       (SELECT term, listed_at, product_id FROM search_terms WHERE term > '=' AND term < '>'
        ORDER BY term, place, listed_at, product_id LIMIT 1)
       UNION ALL
       SELECT n.* FROM hop, LATERAL (
         SELECT term, listed_at, product_id FROM search_terms WHERE term > hop.term AND term < '>'
         ORDER BY term, place, listed_at, product_id LIMIT 1) n)
     SELECT substr(term, 2) AS category FROM hop ORDER BY listed_at, product_id LIMIT $1`,
    [max],
  );
  return rows.map(({ category }) => category);
}

function columnsOf(terms: readonly SearchTerm[]): [number[], string[], number[], number[]] {
  return [
    terms.map(({ slot }) => slot),
    terms.map(({ term }) => term),
    terms.map(({ counts }) => counts),
    terms.map(({ lastPlace }) => lastPlace),
  ];
}

function given(category: string | null): string[] {
  return category === null ? [] : [category];
}
