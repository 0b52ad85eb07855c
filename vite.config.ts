import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { bundleChunks } from './contract/chunks.ts';
import { flattenCascadeLayersPlugin } from './scripts/build/flat-layers.ts';

/**
 * Puts the head script into the page itself: it runs before everything else. The server hashes it for the content
 * security policy.
 */
const headScript: Plugin = {
  name: 'head-script',
  transformIndexHtml(html) {
    const source = readFileSync('src/head-script.js', 'utf8');
    // Not newer than its source: it must run where the app does not.
    const { code } = minifySync('head-script.js', source, { compress: { target: 'es2018' } });
    return html.replace('<!--head-script-->', `<script>${code.trim()}</script>`);
  },
};

const ROUTER = fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url));

// Two builds from one file: the app with its worker, and the page renderer that the server loads by path.
export default defineConfig(({ isSsrBuild }) => ({
  // The package exports only its build for development, whose warnings a shopper would download.
  resolve: { alias: [{ find: /^react-router$/, replacement: ROUTER }] },
  // In the page renderer's own file, so that a server needs no package of it.
  ssr: { noExternal: [/^react-router/, 'cookie', 'set-cookie-parser'] },
  plugins: [
    react(),
    headScript,
    // Off in the server build, where it would leave a web manifest behind.
    !isSsrBuild &&
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        registerType: 'prompt',
        injectRegister: false,
        includeManifestIcons: false,
        // The server makes the manifest from the shop's settings.
        manifest: false,
        injectManifest: {
          // Of the icons only the one that a page shows; the others are the system's.
          globPatterns: ['index.html', 'assets/*.{js,css}', 'icons/icon.svg'],
        },
      }),
  ],
  css: {
    modules: { generateScopedName: '[hash:base64:5]' },
    postcss: { plugins: [flattenCascadeLayersPlugin] },
  },
  build: isSsrBuild
    ? { outDir: 'dist/server', copyPublicDir: false, target: 'node20' }
    : {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: {
          polyfill: false,
          // Every page has the initial files already, and a rendered one the styles of `app` inline.
          resolveDependencies: (_, files) =>
            files.filter((file) => !/^assets\/(app|lib|rolldown-runtime)-/.test(file)),
        },
        license: { fileName: 'licenses.md' },
        // Not the browsers' names: for an error in one rare use of it Vite would write out every `?.`.
        target: 'es2022',
        cssTarget: ['chrome87', 'firefox90', 'safari15'],
        rolldownOptions: { output: { codeSplitting: { groups: bundleChunks.map(toGroup) } } },
      },
}));

/** A row of the table as the bundler reads it. The first row takes a module that several need. */
function toGroup({ name, isInitial, screens = [], modules }: (typeof bundleChunks)[number], index: number) {
  const routes = screens.map((screen) => `/routes/\\w+/${screen}Route\\.`);
  return {
    name,
    ...(isInitial && { tags: ['$initial' as const] }),
    test: new RegExp([...routes, ...(modules ? [modules.source] : [])].join('|'), 'i'),
    priority: bundleChunks.length - index,
  };
}
