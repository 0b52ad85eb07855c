import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { context } from 'esbuild';
import { createServer, runnerImport } from 'vite';
import { getServerBuildOptions } from './build/bundle-server.mjs';
import { buildProject, projectRoot } from './build.mjs';
import { exitWhenNpmExits } from './stop-with-npm.mjs';

exitWhenNpmExits();

// Development: the API on :4000, rebuilt on changes; the app on :5173 with fast refresh. No page is server-rendered.
await buildProject();

let shop = null;
function restart() {
  const start = () => {
    shop = spawn(process.execPath, [join(projectRoot, 'dist-server/main.mjs')], {
      cwd: projectRoot,
      stdio: 'inherit',
    });
  };
  if (shop === null || shop.exitCode !== null) return start();
  shop.once('exit', start);
  shop.kill('SIGTERM');
}

const restarting = {
  name: 'restart',
  setup: (hooks) => hooks.onEnd(({ errors }) => errors.length === 0 && restart()),
};
const server = await context({ ...getServerBuildOptions(projectRoot), plugins: [restarting] });
await server.watch();

// Only the API's port is read from the settings file here. The API reads the other settings itself.
const file = process.env.ENV_FILE || join(projectRoot, '.env');
const settings = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
const api = `http://127.0.0.1:${process.env.PORT || settings.PORT || 4000}`;
const { module: addresses } = await runnerImport(join(projectRoot, 'contract/addresses.ts'));
const vite = await createServer({
  root: projectRoot,
  configFile: join(projectRoot, 'vite.config.ts'),
  server: {
    port: 5173,
    host: '127.0.0.1',
    proxy: { [addresses.SERVER_ONLY_PATH_PATTERN.source]: { target: api, ws: true } },
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
