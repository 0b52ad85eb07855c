import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { context } from 'esbuild';
import { createServer, runnerImport } from 'vite';
import { build, root } from './build.mjs';
import { serverBuildOptions } from './bundle-server.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

stopWithNpm();

// Development: the API with all jobs on :4000, rebuilt and restarted on changes; the app on :5173 with fast refresh and
// a proxy to the API. Pages are not server-rendered here; `npm start` does that.
await build();

let shop = null;
function restart() {
  const start = () => {
    shop = spawn(process.execPath, [join(root, 'dist-server/main.mjs')], { cwd: root, stdio: 'inherit' });
  };
  if (shop === null || shop.exitCode !== null) return start();
  shop.once('exit', start);
  shop.kill('SIGTERM');
}

const restarting = {
  name: 'restart',
  setup: (hooks) => hooks.onEnd(({ errors }) => errors.length === 0 && restart()),
};
const server = await context({ ...serverBuildOptions(root), plugins: [restarting] });
await server.watch();

// The shop reads its settings file itself; only its port is needed here.
const file = process.env.ENV_FILE || join(root, '.env');
const settings = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
const api = `http://127.0.0.1:${process.env.PORT || settings.PORT || 4000}`;
const { module: addresses } = await runnerImport(join(root, 'contract/addresses.ts'));
const vite = await createServer({
  root,
  configFile: join(root, 'vite.config.ts'),
  server: {
    port: 5173,
    host: '127.0.0.1',
    proxy: { [addresses.SERVER_ADDRESS.source]: { target: api, ws: true } },
  },
});
await vite.listen();
vite.printUrls();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await Promise.all([vite.close(), server.dispose()]);
    if (shop === null || shop.exitCode !== null) process.exit(0);
    shop.removeAllListeners('exit');
    shop.once('exit', () => process.exit(0));
    shop.kill('SIGTERM');
  });
}
