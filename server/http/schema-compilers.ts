import { AjvCompiler, type BuildCompilerFromPool } from '@fastify/ajv-compiler';
import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { findUnstorableTextPath, UNSTORABLE_TEXT_MESSAGE } from '#contract/rules/text/plain-text.ts';

type ValidatorCompiler = ReturnType<BuildCompilerFromPool>;
type Validate = ReturnType<ValidatorCompiler>;

/**
 * Schema keyword that skips the check whether the database can store a text, for code that reports bad texts itself or
 * must never fail.
 */
export const SKIP_STORABLE_TEXT_CHECK_KEYWORD = 'x-any-text';

interface SchemaPart {
  type?: unknown;
  properties?: Record<string, SchemaPart>;
  [SKIP_STORABLE_TEXT_CHECK_KEYWORD]?: unknown;
}

/** Compiles a route's schemas at its first request, because compiling all would take a third of the start time. */
export const lazySchemaCompilers = { buildValidator: lateValidators(), buildSerializer: lateSerializers() };

function lateValidators(): BuildCompilerFromPool {
  const build = AjvCompiler();
  return (...options) => {
    const compile = build(...options);
    const compileLate: ValidatorCompiler = (route) => {
      let made: Validate | undefined;
      const { schema, httpPart } = route as unknown as { schema: SchemaPart; httpPart?: string };
      const validate = (data: unknown) => {
        made ??= compile(route);
        const unkeepable = findHidden(schema, data);
        if (httpPart === 'querystring') readQuery(schema, data as Record<string, unknown>);
        const verdict = unkeepable === null && made(data);
        const hidden = {
          instancePath: `/${unkeepable?.join('/')}`,
          params: {},
          message: UNSTORABLE_TEXT_MESSAGE,
        };
        // Fastify reads the validation errors from the property `errors` of the validator function.
        Object.assign(validate, { errors: unkeepable ? [hidden] : made.errors });
        return verdict;
      };
      return validate as Validate;
    };
    return compileLate;
  };
}

/** Converts query texts by their schema: digits become a number, `true` and `false` a boolean. */
function readQuery({ properties = {} }: SchemaPart, query: Record<string, unknown>): void {
  for (const [name, { type }] of Object.entries(properties)) {
    const text = query[name];
    if (typeof text !== 'string') continue;
    if (type === 'integer' && /^(0|[1-9]\d*)$/.test(text)) query[name] = Number(text);
    if (type === 'boolean' && (text === 'true' || text === 'false')) query[name] = text === 'true';
  }
}

function findHidden(schema: SchemaPart, data: unknown): string[] | null {
  if (schema[SKIP_STORABLE_TEXT_CHECK_KEYWORD]) return null;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return findUnstorableTextPath(data);
  const judged = Object.entries(data).filter(
    ([name]) => !schema.properties?.[name]?.[SKIP_STORABLE_TEXT_CHECK_KEYWORD],
  );
  return findUnstorableTextPath(Object.fromEntries(judged));
}

function lateSerializers(): SerializerFactory {
  const build = SerializerSelector();
  return (...options) => {
    const compile = build(...options);
    return (route) => {
      let made: ReturnType<typeof compile> | undefined;
      return (data) => {
        made ??= compile(route);
        return made(data);
      };
    };
  };
}
