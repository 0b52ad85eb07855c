import { screenPathPatterns } from '../../contract/addresses.ts';

/** Lists what can be sent to the shop: every call that its API describes, and the addresses that are no calls. */

export interface ValueSchema {
  type?: string;
  format?: string;
  maxLength?: number;
  enum?: unknown[];
  const?: unknown;
  anyOf?: ValueSchema[];
  properties?: Record<string, ValueSchema>;
  required?: string[];
}

export interface ApiCall {
  /** Method and path, such as `POST /api/cart/add`. */
  name: string;
  method: string;
  /** The path, with `{name}` where a value is drawn. */
  path: string;
  query: Record<string, ValueSchema>;
  body: ValueSchema | undefined;
  /** Whether the API describes it; other entries are plain addresses. */
  isDescribed: boolean;
}

interface Operation {
  parameters?: { name: string; in: string; schema: ValueSchema }[];
  requestBody?: { content: Record<string, { schema: ValueSchema }> };
}

/** @param description the API's own OpenAPI description. */
export function listCalls(description: object): ApiCall[] {
  const { paths } = description as { paths: Record<string, Record<string, Operation>> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...callOf(method.toUpperCase(), path, operation),
      isDescribed: true,
    })),
  );
  return [...described, ...OTHER_ADDRESSES.map(([method, path]) => callOf(method, path, {}))];
}

function callOf(method: string, path: string, { parameters = [], requestBody }: Operation): ApiCall {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  return {
    name: `${method} ${path}`,
    method,
    path,
    query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    body: Object.values(requestBody?.content ?? {})[0]?.schema,
    isDescribed: false,
  };
}

const pages = Object.values(screenPathPatterns).map(
  (path) => ['GET', path.replace(/:(\w+)/g, '{$1}')] as const,
);

const OTHER_ADDRESSES: (readonly [method: string, path: string])[] = [
  ...pages,
  ['GET', '/api/docs/json'],
  ['GET', '/api/{slug}'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/manifest.webmanifest'],
  ['GET', '/sw.js'],
  ['GET', '/assets/{slug}'],
  ['GET', '/pictures/{slug}'],
  ['GET', '/images/{slug}'],
  ['GET', '/socket.io/?EIO=4&transport=polling&sid={slug}'],
  ['POST', '/socket.io/?EIO=4&transport=polling'],
  ['POST', '/v3/payments'],
  ['GET', '/v3/transactions/{id}/verify'],
  ['GET', '/v3/transactions?tx_ref={reference}'],
];
