import type { FastifyError } from 'fastify';
import type { FieldError } from '#contract/errors.ts';
import { formatIntegerInputError } from '#contract/rules/text/number-input.ts';

/**
 * Schema keyword for the message of a refused field: `Type.String({ minLength: 8, 'x-refusal': 'Password must be …'
 * })`.
 */
export const REFUSAL_MESSAGE_SCHEMA_KEYWORD = 'x-refusal';

interface SchemaPart {
  [REFUSAL_MESSAGE_SCHEMA_KEYWORD]?: unknown;
  properties?: Record<string, SchemaPart>;
  type?: string | string[];
  maximum?: number;
  format?: string;
  title?: string;
}

/** Describes each text format for the error message: "… must be an id as the lists show it". */
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'an id as the lists show it',
  date: 'YYYY-MM-DD',
  'date-time': 'a time, for example 2026-01-02T09:30:00Z',
};

type Problem = NonNullable<FastifyError['validation']>[number];

/** @returns the invalid fields with their messages, at least one. */
export function toFieldErrors(error: FastifyError): FieldError[] {
  return (error.validation ?? []).map((problem) => {
    const parent = (problem as { parentSchema?: SchemaPart }).parentSchema;
    const path = problem.instancePath.split('/').filter(Boolean);
    const missing = problem.params.missingProperty;
    if (typeof missing === 'string') {
      const refusal = parent?.properties?.[missing]?.[REFUSAL_MESSAGE_SCHEMA_KEYWORD];
      return {
        field: [...path, missing].join('.'),
        message: typeof refusal === 'string' ? refusal : `${missing} is required`,
      };
    }
    const field = path.join('.') || (error.validationContext ?? 'request');
    const refusal = parent?.[REFUSAL_MESSAGE_SCHEMA_KEYWORD];
    return {
      field,
      message:
        typeof refusal === 'string'
          ? refusal
          : (wordsOf(field, problem, parent) ?? `${field} ${problem.message ?? 'is not valid'}`),
    };
  });
}

/** Returns the message for a text or number of the wrong format, length or range; null for any other problem. */
function wordsOf(field: string, { keyword, params }: Problem, parent: SchemaPart = {}): string | null {
  if (keyword === 'maxLength') return `${field}: a text of at most ${params.limit} characters.`;
  if (keyword === 'format' || keyword === 'pattern') {
    const shape = FORMATS[parent.format ?? ''] ?? parent.title;
    return shape ? `${field} must be ${shape}` : `${field} is not valid`;
  }
  const isWhole = [parent.type].flat().includes('integer') && parent.maximum !== undefined;
  const isFigure = isWhole && ['type', 'minimum', 'maximum'].includes(keyword);
  return isFigure ? `${field}: ${formatIntegerInputError(parent.maximum as number)}.` : null;
}
