import type { FastifyRequest } from 'fastify';

/**
 * The pattern of a request's route, which holds no id, key or reference. The files of the build have a route each, and
 * each release has others: all of them are `file`.
 */
export function routeName(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  if (url === undefined) return 'unknown';
  return /\.\w+$/.test(url) ? 'file' : url;
}
