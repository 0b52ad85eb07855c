import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { ErrorReply } from '#contract/schemas/basics.ts';

/** Generates the OpenAPI description from the validation schemas. It must be registered before the routes. */
export async function registerOpenApi(app: FastifyInstance, brandName: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${brandName} API`, version: '1.0.0' },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: ({ schema, url }) => {
      const isDocumented = url.startsWith('/api/') && schema?.hide !== true;
      if (!schema || !isDocumented) return { schema: { ...schema, hide: true }, url };
      // The error handler sends all error replies, so the routes' schemas do not describe them.
      return { schema: { ...schema, response: withRefusals(schema.response) }, url };
    },
  });
}

export function registerOpenApiRoute(app: FastifyInstance): void {
  app.get('/api/docs/json', { schema: { hide: true } }, async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  );
}

function withRefusals(response: unknown): Record<string, unknown> {
  return { '4xx': ErrorReply, '5xx': ErrorReply, ...(response as Record<string, unknown>) };
}
