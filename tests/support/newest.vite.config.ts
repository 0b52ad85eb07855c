import { defineConfig } from 'vite';
import appConfig from '../../vite.config.ts';

/** The app's own build for the newest browsers alone: what the others cost is measured against it. */
export default defineConfig(async (env) => {
  const base = await appConfig(env);
  return {
    ...base,
    plugins: base.plugins
      ?.flat()
      .filter((plugin) => !(plugin && 'name' in plugin && plugin.name === 'spaced-flex')),
    css: {},
    build: { ...base.build, target: 'esnext', cssTarget: 'esnext' },
  };
});
