/** Renders docs/api.md from the API's own description: every call with its input and reply. */

interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  [limit: string]: unknown;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

interface Operation {
  summary?: string;
  requestBody?: Content;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  responses: Record<string, Content>;
}

export interface OpenApiDocument {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
}

const STRUCTURE = ['type', 'enum', 'anyOf', 'items', 'properties', 'required', 'patternProperties'];

export function renderApiDocsPage({ info, paths }: OpenApiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      drawCall(`${method.toUpperCase()} ${path}`, operation),
    ),
  );
  return [`# ${info.title} ${info.version}`, ...calls].join('\n\n').concat('\n');
}

function drawCall(name: string, { summary, parameters = [], requestBody, responses }: Operation): string {
  const lines = [`## ${name}`, '', `${summary}.`, ''];
  for (const { name: parameter, in: place, required, schema } of parameters)
    lines.push(`- ${place} \`${parameter}${required ? '' : '?'}\`: ${drawSchema(schema)}`);
  const body = schemaOf(requestBody);
  if (body) lines.push(`- body: ${drawSchema(body)}`);
  for (const [status, response] of Object.entries(responses)) {
    const answer = schemaOf(response);
    // All calls have the same error replies.
    if (answer && !/^[45]XX$/.test(status)) lines.push(`- ${status}: ${drawSchema(answer)}`);
  }
  return lines.join('\n').trimEnd();
}

function schemaOf(content: Content | undefined): Schema | undefined {
  return Object.values(content?.content ?? {})[0]?.schema;
}

function drawSchema(schema: Schema): string {
  return `\`${shapeOf(schema)}\``;
}

function shapeOf(schema: Schema): string {
  const limits = Object.entries(schema)
    .filter(([key]) => !STRUCTURE.includes(key))
    .map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  return limits.length > 0 ? `${kindOf(schema)} (${limits.join(', ')})` : kindOf(schema);
}

function kindOf({
  type,
  enum: values,
  anyOf,
  items,
  properties,
  required = [],
  patternProperties,
}: Schema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return anyOf.map(shapeOf).join(' | ');
  if (items) return `[${shapeOf(items)}]`;
  if (patternProperties) return `{ [name]: ${Object.values(patternProperties).map(shapeOf).join(' | ')} }`;
  if (!properties) return type ?? 'anything';
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${shapeOf(field)}`,
  );
  return `{ ${fields.join('; ')} }`;
}
