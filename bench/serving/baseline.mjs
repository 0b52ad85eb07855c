// This minimal server is compared with the shop. It reads with one SQL statement and writes with four in a transaction.
import Fastify from 'fastify';
import pg from 'pg';

const app = Fastify({ logger: false });
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

const text = 'x'.repeat(Number(process.env.STATIC_BYTES));
app.get('/static', (_request, reply) => reply.type('application/json; charset=utf-8').send(text));

app.get('/product/:slug', async ({ params }) => {
  const { rows } = await pool.query({
    name: 'product',
    text: 'SELECT id, slug, title, description, price_kobo FROM floor_products WHERE slug = $1',
    values: [params.slug],
  });
  return rows[0];
});

app.post('/cart', ({ body }) =>
  inTransaction(async (client) => {
    await client.query({
      name: 'cart-add',
      text: `INSERT INTO floor_lines VALUES ($1, $2, 1)
             ON CONFLICT (session_id, product_id) DO UPDATE SET quantity = floor_lines.quantity + 1`,
      values: [body.session, body.product],
    });
    const { rows } = await client.query({
      name: 'cart',
      text: `SELECT l.product_id, l.quantity, p.title, p.price_kobo FROM floor_lines l
             JOIN floor_products p ON p.id = l.product_id WHERE l.session_id = $1`,
      values: [body.session],
    });
    return { lines: rows };
  }),
);

app.post('/order', ({ body }) =>
  inTransaction(async (client) => {
    const run = (name, text, values) => client.query({ name, text, values });
    const ordered = await run(
      'order',
      'INSERT INTO floor_orders (group_id, buyer_id, total_kobo) VALUES ($1, $2, 150000) RETURNING id',
      [body.group, body.buyer],
    );
    const [order] = ordered.rows;
    await run('join', 'UPDATE floor_groups SET filled = filled + 1 WHERE id = $1', [body.group]);
    const post = 'INSERT INTO floor_ledger (order_id, account, amount_kobo) VALUES ($1, $2, $3)';
    await run('post', post, [order.id, 'buyer', -150_000]);
    await run('post', post, [order.id, 'group', 150_000]);
    return order;
  }),
);

async function inTransaction(work) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
