import { defineConfig, mergeConfig } from 'vite';
import appConfig from '../../vite.config.ts';

/** The app is built with other file names, as a later release has them. */
export default defineConfig(async (env) => {
  const mark = process.env.RELEASE_MARK ?? 'next';
  const base = await appConfig(env);
  return mergeConfig(base, {
    build: {
      rolldownOptions: {
        output: {
          entryFileNames: `assets/[name]-${mark}-[hash].js`,
          chunkFileNames: `assets/[name]-${mark}-[hash].js`,
          assetFileNames: `assets/[name]-${mark}-[hash][extname]`,
        },
      },
    },
  });
});
