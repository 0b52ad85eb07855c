/** Server and app share these declarations of API calls. @source http.md */

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The schemas of an endpoint's parts; an absent part is not sent. */
export interface EndpointShape {
  params?: object;
  query?: object;
  body?: object;
  reply: object;
}

/** `S` is used by the types only: at run time an endpoint is a method and its paths. */
export interface Endpoint<S extends EndpointShape = EndpointShape> {
  method: HttpMethod;
  /** Path with `:name` parameters. */
  path: string;
  /** The specification's paths, without the prefix, that call the same endpoint. */
  aliases: readonly string[];
  readonly shape?: S;
}

/** @param aliases the specification's paths without the prefix. */
export function defineEndpoint<S extends EndpointShape>(
  method: HttpMethod,
  path: string,
  aliases: readonly string[] = [],
): Endpoint<S> {
  return { method, path, aliases };
}
