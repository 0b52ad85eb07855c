import { buildProject } from './build.mjs';
import { exitWhenNpmExits } from './stop-with-npm.mjs';

// The shop runs in this process, so it receives signals directly and a killed start leaves no orphan.
process.env.NODE_ENV = 'production';
exitWhenNpmExits();
let isUnfinished = false;
try {
  isUnfinished = await buildProject({ isOpening: true });
} catch (error) {
  console.error(`The shop could not be built: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
await import(new URL('../dist-server/main.mjs', import.meta.url).href);
// The shop already answers requests. Until the console is built, its address shows a page that reloads itself.
if (isUnfinished) {
  await buildProject().catch((error) => {
    console.error(`The console could not be built: ${error instanceof Error ? error.message : error}`);
  });
}
