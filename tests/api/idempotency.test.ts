import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoints.ts';
import { DomainError } from '../../server/http/errors/error-handler.ts';
import {
  findIdempotencyKey,
  storeReplyForUnusedIdempotencyKey,
} from '../../server/http/idempotency-repository.ts';
import { addApiRoute } from '../../server/http/route.ts';
import { createAccessTokenService } from '../../server/http/sessions/tokens.ts';
import { startTestApi, type TestApiResponse } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';

interface Effect {
  success: true;
  effect: number;
}
interface Shape {
  body: { amount: number; password?: string };
  reply: Effect;
}
const PAY = '/api/t/pay';
/** The same call, except that a second call with the key stops waiting for the first one early. */
const PAY_HASTILY = '/api/t/pay-hastily';
const endpoint = (path: string): Endpoint<Shape> => ({ method: 'POST', path, aliases: [] });
const owner = { id: randomUUID(), sessionId: randomUUID() };
const other = { id: randomUUID(), sessionId: randomUUID() };

const api = openFixtureForFile(() =>
  startTestApi({
    extend(app, { db }) {
      for (const [path, waitMs] of [
        [PAY, 30_000],
        [PAY_HASTILY, 600],
      ] as const) {
        addApiRoute(app, endpoint(path), {
          schema: {
            body: Type.Object({ amount: Type.Integer(), password: Type.Optional(Type.String()) }),
            reply: Type.Object({ success: Type.Literal(true), effect: Type.Integer() }),
          },
          auth: 'user',
          idempotent: { waitMs },
          rateLimit: [{ name: 'test-pay', by: 'account', limit: 1000, windowMs: 60_000 }],
          handler: async (call) => {
            handled += 1;
            await before();
            return db.transaction(async (tx) => {
              const rows = await tx.query<{ id: number }>(
                'INSERT INTO test_effects (amount) VALUES ($1) RETURNING id',
                [call.body.amount],
              );
              const body: Effect = { success: true, effect: rows[0]?.id ?? 0 };
              await call.idempotency.complete(tx, body, { status: 201 });
              call.reply.code(201);
              return body;
            });
          },
        });
      }
    },
  }),
);
let token: string;
/** Runs in the handler before its effect; each test sets its own. */
let before: () => Promise<void>;
let handled = 0;

beforeAll(async () => {
  await api.db.query('CREATE TABLE test_effects (id int GENERATED ALWAYS AS IDENTITY, amount int)');
  token = createAccessTokenService(api.deps.secrets).issue(owner);
});
beforeEach(async () => {
  before = async () => undefined;
  handled = 0;
  await api.db.query('TRUNCATE test_effects');
});

function pay(
  key: string,
  body: object = { amount: 1 },
  bearer = token,
  url = PAY,
): Promise<TestApiResponse<Effect>> {
  return api.call<Effect>({ method: 'POST', url, body, token: bearer, idempotencyKey: key });
}

const payHastily = (key: string) => pay(key, { amount: 1 }, token, PAY_HASTILY);

async function countEffects(): Promise<number> {
  return (await api.db.query<{ n: number }>('SELECT count(*) AS n FROM test_effects'))[0]?.n ?? -1;
}

/** Sets the key's row back to running, begun the given seconds ago, as a killed process leaves it. */
async function leaveRunning(key: string, secondsAgo: number): Promise<void> {
  await api.db.query(
    `UPDATE idempotency_keys SET state = 'running', status_code = NULL, body = NULL,
            locked_at = clock_timestamp() - make_interval(secs => $2) WHERE key = $1`,
    [key, secondsAgo],
  );
}

describe('a repeated key', () => {
  it('brings the stored answer and no second effect', async () => {
    const key = randomUUID();
    const first = await pay(key);
    const second = await pay(key);
    expect(first.status).toBe(201);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await countEffects()).toBe(1);
  });

  it('is refused with another body', async () => {
    const key = randomUUID();
    await pay(key, { amount: 1 });
    const second = await pay(key, { amount: 2 });
    expect(second.status).toBe(400);
    expect(second.body).toMatchObject({ code: 'idempotency_mismatch' });
    expect(await countEffects()).toBe(1);
  });

  it('may come with its fields in another order and another password', async () => {
    const key = randomUUID();
    const first = await pay(key, { amount: 1, password: 'one' });
    const second = await pay(key, { password: 'two', amount: 1 });
    expect(second.body).toEqual(first.body);
  });

  it('belongs to one shopper', async () => {
    const key = randomUUID();
    const mine = await pay(key);
    const theirs = await pay(key, { amount: 1 }, createAccessTokenService(api.deps.secrets).issue(other));
    expect(theirs.body.effect).not.toBe(mine.body.effect);
    expect(await countEffects()).toBe(2);
  });

  it('is new again after 48 hours', async () => {
    const key = randomUUID();
    await pay(key);
    await api.db.query('UPDATE idempotency_keys SET expires_at = now() WHERE key = $1', [key]);
    await pay(key);
    expect(await countEffects()).toBe(2);
  });

  it('is the last of 5,000 that an account has at a time; a repeated one and everybody else are served', async () => {
    const rich = { id: randomUUID(), sessionId: randomUUID() };
    const bearer = createAccessTokenService(api.deps.secrets).issue(rich);
    await api.db.query(
      `INSERT INTO idempotency_keys (scope, key, method, path, request_hash, state)
       SELECT $1, gen_random_uuid(), 'POST', '/', '', 'running' FROM generate_series(1, 4999)`,
      [rich.id],
    );
    const last = randomUUID();
    const first = await pay(last, { amount: 1 }, bearer);
    expect(first.status).toBe(201);
    const more = await pay(randomUUID(), { amount: 1 }, bearer);
    expect([more.status, more.body]).toEqual([429, expect.objectContaining({ code: 'too_many_requests' })]);
    expect(Number(more.headers['retry-after'])).toBeGreaterThan(0);
    expect((await pay(last, { amount: 1 }, bearer)).body).toEqual(first.body);
    expect((await pay(randomUUID())).status).toBe(201);
    expect(await countEffects()).toBe(2);
  });

  it('is refused when it is no UUID', async () => {
    expect((await pay('my-key')).status).toBe(400);
    expect(await countEffects()).toBe(0);
  });
});

describe('equal requests at once', () => {
  it('make one effect; the others wait and get the same answer', async () => {
    before = () => pause(200);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(key)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map((answer) => answer.body.effect)).size).toBe(1);
    expect(handled).toBe(1);
    expect(await countEffects()).toBe(1);
  });

  it('get 425 when the first one takes too long, and its answer later', async () => {
    let letGo = (): void => undefined;
    before = () =>
      new Promise((resolve) => {
        letGo = resolve;
      });
    const key = randomUUID();
    const slow = payHastily(key);
    await expect.poll(() => handled).toBe(1);
    const early = await payHastily(key);
    expect(early.status).toBe(425);
    expect(early.headers['retry-after']).toBe('1');
    letGo();
    expect((await slow).status).toBe(201);
    expect((await payHastily(key)).status).toBe(201);
    expect(await countEffects()).toBe(1);
  });
});

describe('a key left running by a process that died', () => {
  it('is waited for during a minute', async () => {
    const key = randomUUID();
    await payHastily(key);
    await leaveRunning(key, 55);
    expect((await payHastily(key)).status).toBe(425);
  });

  it('is taken over after it, by one of many', async () => {
    before = () => pause(100);
    const key = randomUUID();
    await pay(key);
    await leaveRunning(key, 61);
    handled = 0;
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(key)));
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    expect(handled).toBe(1);
  });

  it('rolls back the effect of the one who lost it', async () => {
    const key = randomUUID();
    let isFirst = true;
    before = async () => {
      if (!isFirst) return;
      isFirst = false;
      await leaveRunning(key, 61);
      await pay(key);
    };
    const slow = await pay(key);
    expect(slow.status).toBe(425);
    expect(await countEffects()).toBe(1);
  });
});

describe('a refusal', () => {
  it('of the request is stored', async () => {
    const key = randomUUID();
    before = async () => {
      throw new DomainError('cart_empty');
    };
    const first = await pay(key);
    before = async () => undefined;
    const second = await pay(key);
    expect(second.status).toBe(400);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await countEffects()).toBe(0);
  });

  it.each([
    ['500', new Error('broken')],
    ['401', new DomainError('unauthorized')],
    ['429', new DomainError('too_many_requests')],
  ])('that passes (%s) is not stored', async (status, error) => {
    const key = randomUUID();
    before = async () => {
      throw error;
    };
    expect((await pay(key)).status).toBe(Number(status));
    before = async () => undefined;
    expect((await pay(key)).status).toBe(201);
  });
});

describe('a key that was closed before its request came', () => {
  const place = { method: 'POST', path: PAY };

  it('lets the late request change nothing', async () => {
    const key = randomUUID();
    const answer = { status: 400, body: { success: false, message: 'This payment was not started.' } };
    expect(
      await storeReplyForUnusedIdempotencyKey(api.db, { ...place, scope: owner.id, key }, answer),
    ).toBeNull();
    const late = await pay(key);
    expect(late.status).toBe(400);
    expect(late.body).toEqual(answer.body);
    expect(await countEffects()).toBe(0);
  });

  it('cannot be closed when it is done or in work', async () => {
    const key = randomUUID();
    const first = await pay(key);
    const found = await storeReplyForUnusedIdempotencyKey(
      api.db,
      { ...place, scope: owner.id, key },
      { status: 400, body: {} },
    );
    expect(found?.answer).toEqual({ status: 201, body: first.body });
    await leaveRunning(key, 10);
    const running = await storeReplyForUnusedIdempotencyKey(
      api.db,
      { ...place, scope: owner.id, key },
      { status: 400, body: {} },
    );
    expect(running).toMatchObject({ answer: null, isAbandoned: false });
    await leaveRunning(key, 61);
    expect((await findIdempotencyKey(api.db, owner.id, key))?.isAbandoned).toBe(true);
    expect(
      await storeReplyForUnusedIdempotencyKey(
        api.db,
        { ...place, scope: owner.id, key },
        { status: 400, body: {} },
      ),
    ).toBeNull();
  });
});
