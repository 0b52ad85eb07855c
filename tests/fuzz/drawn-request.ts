import { randomUUID } from 'node:crypto';
import type { TestApi } from '../support/api.ts';
import { createSameOriginHeaders } from '../support/api-shopper.ts';
import type { SeededRandomDraws } from '../support/seeded-random.ts';
import type { ApiCall, ValueSchema } from './api-calls.ts';
import type { Scene } from './fuzz-shop.ts';
import {
  hostileBody,
  hostileKey,
  hostileNumber,
  hostilePathPiece,
  hostileText,
  hostileValue,
  withKey,
} from './hostile-values.ts';

export interface DrawnRequest {
  /** The call, and as whom it is made. */
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Draws a request of one call. Most requests are nearly valid, so that they get past the first checks. */
export function drawRequest(
  draw: SeededRandomDraws,
  call: ApiCall,
  scene: Scene,
  api: TestApi,
): DrawnRequest {
  const who = drawCaller(draw, scene);
  const body = call.method === 'GET' && draw.chance(0.95) ? undefined : drawBody(draw, call, scene);
  return {
    name: `${call.name} as ${who.name}`,
    method: call.method,
    path: drawPath(draw, call, scene),
    body,
    headers: {
      ...who.headers,
      ...(body === undefined ? {} : { 'content-type': drawContentType(draw) }),
      ...drawHeaders(draw, call, scene, api),
    },
  };
}

interface Caller {
  name: string;
  headers: Record<string, string>;
}

function drawCaller(draw: SeededRandomDraws, { owner, stranger, endedToken }: Scene): Caller {
  const bearing = (name: string, token: string) => ({ name, headers: { authorization: `Bearer ${token}` } });
  const kind = draw.number();
  if (kind < 0.5) return bearing('the owner', owner.token);
  if (kind < 0.7) return bearing('a stranger', stranger.token);
  if (kind < 0.85) return { name: 'nobody', headers: {} };
  if (kind < 0.9) return bearing('an ended session', endedToken);
  if (kind < 0.92) return bearing('the shop, to the card provider', 'FLWSECK_TEST-sandbox');
  const authorization = draw.pick([
    'Bearer',
    'Bearer x',
    'Bearer a.b.c',
    'Basic eDp5',
    `Bearer ${owner.token.slice(0, -4)}AAAA`,
    `Bearer ${noAlgorithm(owner.token)}`,
    `Bearer ${'x'.repeat(7_000)}`,
    `Bearer ${owner.token} ${owner.token}`,
  ]);
  return { name: 'a forger', headers: { authorization } };
}

/** Turns the owner's token into one that claims to need no signature. */
function noAlgorithm(token: string): string {
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  return `${header}.${token.split('.')[1]}.`;
}

function drawPath(draw: SeededRandomDraws, call: ApiCall, scene: Scene): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    draw.chance(0.6) ? encodeURIComponent(String(scene.things[name])) : hostilePathPiece(draw),
  );
  const asked = Object.entries(call.query)
    .filter(() => draw.chance(0.7))
    .map(([name, schema]) => `${name}=${drawQueryValue(draw, name, schema, scene)}`);
  if (draw.chance(0.1)) asked.push(`${percentEncoded(hostileKey(draw))}=${hostilePathPiece(draw)}`);
  if (asked.length > 0 && draw.chance(0.05)) asked.push(asked[0] as string);
  return asked.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${asked.join('&')}`;
}

function drawQueryValue(draw: SeededRandomDraws, name: string, schema: ValueSchema, scene: Scene): string {
  if (draw.chance(0.5)) return percentEncoded(String(goodValue(name, schema, scene)));
  return draw.chance(0.5) ? hostilePathPiece(draw) : percentEncoded(hostileText(draw).slice(0, 4_000));
}

/**
 * Encodes text for an address. A lone surrogate has no UTF-8, so it becomes the three bytes that a careless encoder
 * writes.
 */
function percentEncoded(text: string): string {
  return text.replace(/[\ud800-\udfff]|[^\ud800-\udfff]+/g, (part) =>
    part.isWellFormed() ? encodeURIComponent(part) : '%ED%A0%80',
  );
}

function drawBody(draw: SeededRandomDraws, { body, path }: ApiCall, scene: Scene): string {
  if (draw.chance(0.12)) return hostileBody(draw);
  if (draw.chance(0.03)) return JSON.stringify(hostileValue(draw));
  const schema = body ?? (/webhook/.test(path) ? WEBHOOK : {});
  // The share of hostile fields in a request: none, a quarter or more than half.
  const share = draw.pick([0, 0.25, 0.25, 0.6]);
  const drawn = drawObject(draw, schema, scene, share);
  if (draw.chance(0.1)) withKey(drawn, hostileKey(draw), hostileValue(draw));
  return JSON.stringify(drawn);
}

/** The fields that the provider's webhooks have; the shop reads the body as text. */
const WEBHOOK: ValueSchema = {
  properties: {
    event: { enum: ['charge.completed', 'refund.completed', 'chargeback', 'transfer.completed'] },
    data: {
      properties: {
        id: { type: 'integer' },
        tx_ref: { type: 'string' },
        status: { type: 'string' },
        amount: { type: 'number' },
        currency: { type: 'string' },
      },
    },
  },
};

function drawObject(draw: SeededRandomDraws, schema: ValueSchema, scene: Scene, share: number): object {
  const drawn = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (draw.chance(share / 4)) continue;
    withKey(drawn, name, drawField(draw, name, field, scene, share));
  }
  return drawn;
}

function drawField(
  draw: SeededRandomDraws,
  name: string,
  schema: ValueSchema,
  scene: Scene,
  share: number,
): unknown {
  const hasFields = schema.properties !== undefined;
  if (!draw.chance(share)) {
    return hasFields && !(name in scene.things)
      ? drawObject(draw, schema, scene, share)
      : goodValue(name, schema, scene);
  }
  if (draw.chance(0.5)) return hostileValue(draw);
  // A hostile value of the right type gets past the validator.
  if (hasFields) return drawObject(draw, schema, scene, 0.6);
  const { type, maxLength = 100 } = schema.anyOf?.[0] ?? schema;
  if (type === 'number' || type === 'integer') return hostileNumber(draw);
  if (type === 'boolean') return draw.chance(0.5);
  return draw.chance(0.3) ? '\u0001😀'.repeat(maxLength / 3) : hostileText(draw).slice(0, maxLength);
}

/** Takes the value that the scene has under this name, or one of the right type. */
function goodValue(name: string, schema: ValueSchema, { things }: Scene): unknown {
  if (name in things) return things[name];
  const { type, enum: values, const: only } = schema.anyOf?.[0] ?? schema;
  if (only !== undefined) return only;
  if (values) return values[0];
  if (type === 'number' || type === 'integer') return 1;
  return type === 'boolean' ? true : 'x';
}

function drawContentType(draw: SeededRandomDraws): string {
  if (draw.chance(0.92)) return 'application/json';
  return draw.pick([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json; charset=',
    'application/json;;;',
    'application/vnd.api+json',
    'application/xml',
    '*/*',
    '',
    ';',
    'a'.repeat(3_000),
  ]);
}

function drawHeaders(
  draw: SeededRandomDraws,
  call: ApiCall,
  scene: Scene,
  api: TestApi,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const add = (probability: number, name: string, value: () => string): void => {
    if (draw.chance(probability)) headers[name] = value();
  };
  const odd = () =>
    draw.pick(['', '*', '"', 'W/"', ';;;', ',', '%00', '\u00ff\u00fe', 'q=nan', '-1', 'x'.repeat(6_000)]);
  if (draw.chance(/refresh|logout/.test(call.path) ? 0.6 : 0.05)) {
    Object.assign(headers, createSameOriginHeaders(api, scene.owner.cookies));
  }
  add(0.4, 'idempotency-key', () => (draw.chance(0.7) ? randomUUID() : odd()));
  add(/webhook/.test(call.path) ? 0.8 : 0.02, 'verif-hash', () =>
    draw.chance(0.9) ? 'sandbox-webhook-hash' : odd(),
  );
  add(0.05, 'cookie', () =>
    draw.pick([
      'refresh=x; XSRF-TOKEN=y',
      'refresh=%00',
      'device=a.b.c',
      '=;=;',
      `refresh=${'a'.repeat(4_000)}`,
    ]),
  );
  add(0.05, 'origin', () => draw.pick(['https://evil.example', 'null', 'http://[', '']));
  add(0.03, 'x-xsrf-token', odd);
  add(0.05, 'if-none-match', odd);
  add(0.05, 'range', () => draw.pick(['bytes=0-', 'bytes=-1', 'bytes=9999999-', 'bytes=5-1', 'lines=1-2']));
  add(0.05, 'accept', () => draw.pick(['text/html', 'image/avif', odd()]));
  add(0.05, 'accept-encoding', () => draw.pick(['br;q=nan', '*', 'gzip;q=9999', 'identity;q=0', odd()]));
  add(0.04, 'x-forwarded-for', () => draw.pick(['1.2.3.4', '::1, ::::', '999.1.1.1', odd()]));
  add(0.03, 'host', () => draw.pick(['evil.example', 'a b', '[::1', 'localhost:99999', '']));
  add(0.04, 'user-agent', odd);
  add(0.02, 'x-http-method-override', () => 'DELETE');
  return headers;
}
