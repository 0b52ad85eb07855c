/** How a call of the API is declared: once, and used by both ends. @source http.md */

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What a call carries. Absent parts are not sent. */
export interface Shape {
  params?: object;
  query?: object;
  body?: object;
  reply: object;
}

/** `S` exists for the types only; at run time an endpoint is its method and its paths. */
export interface Endpoint<S extends Shape = Shape> {
  method: Method;
  /** Path with `:name` parameters. */
  path: string;
  /** The same call under the paths that the specification writes without the prefix. */
  aliases: readonly string[];
  readonly shape?: S;
}

/** @param aliases the specification's paths without the prefix. */
export function endpoint<S extends Shape>(
  method: Method,
  path: string,
  aliases: readonly string[] = [],
): Endpoint<S> {
  return { method, path, aliases };
}
