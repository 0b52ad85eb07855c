/** Server and app share these declarations of API calls. @source http.md */

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The schemas of a call's parameters, query, body and reply. A part without a schema is not sent. */
export interface EndpointTypes {
  params?: object;
  query?: object;
  body?: object;
  reply: object;
}

/** The type parameter `S` exists only for the type checker. At run time an endpoint is a method and its paths. */
export interface Endpoint<S extends EndpointTypes = EndpointTypes> {
  method: HttpMethod;
  /** The path, with its parameters as `:name`. */
  path: string;
  /** Other paths of the same call, because `docs/specification.md` writes some without the prefix `/api`. */
  aliases: readonly string[];
  readonly shape?: S;
}

/** @param aliases other paths of the same call, such as those without `/api`. */
export function defineGet<S extends EndpointTypes>(path: string, aliases: string[] = []): Endpoint<S> {
  return { method: 'GET', path, aliases };
}

export function definePost<S extends EndpointTypes>(path: string, aliases: string[] = []): Endpoint<S> {
  return { method: 'POST', path, aliases };
}

export function definePatch<S extends EndpointTypes>(path: string, aliases: string[] = []): Endpoint<S> {
  return { method: 'PATCH', path, aliases };
}

export function defineDelete<S extends EndpointTypes>(path: string, aliases: string[] = []): Endpoint<S> {
  return { method: 'DELETE', path, aliases };
}
