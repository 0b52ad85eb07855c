import pg from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016;
const NUMERIC = 1700;

/** Parses bigint and numeric (the type of a sum of bigint) exactly; a value beyond 2^53 throws. */
export const exactNumberParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === INT8) return parseExactInteger;
      if (oid === NUMERIC) return parseNumeric;
      if (oid === INT8_ARRAY) return parseIntegerArray;
    }
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

function parseExactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer from the database is not exact: ${text}`);
  return value;
}

function parseNumeric(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`number from the database is not exact: ${text}`);
  }
  return value;
}

function parseIntegerArray(text: string): (number | null)[] {
  const inner = text.slice(1, -1);
  if (inner === '') return [];
  return inner.split(',').map((item) => (item === 'NULL' ? null : parseExactInteger(item)));
}
