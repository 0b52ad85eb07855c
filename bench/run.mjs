// Runs one of the TypeScript scripts of this folder: npm run bench -- scale [arguments].
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const [script, ...args] = process.argv.slice(2);
if (!script) {
  process.stderr.write('usage: npm run bench -- SCRIPT [arguments]\n');
  process.exit(2);
}
const file = script.endsWith('.ts') ? script : `${script}.ts`;
// Open until the script has ended: it may import more while it runs.
const vite = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
try {
  const { main } = await vite.ssrLoadModule(fileURLToPath(new URL(file, import.meta.url)));
  process.exitCode = await main(args);
} finally {
  await vite.close();
}
