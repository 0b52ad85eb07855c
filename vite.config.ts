import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkDefinitions } from './contract/chunks.ts';
import { flattenCascadeLayersPlugin } from './scripts/build/flat-layers.ts';

/**
 * Puts the head script into the page, where it runs before everything else. The server hashes it for the content security
 * policy.
 */
const headScript: Plugin = {
  name: 'head-script',
  transformIndexHtml(html) {
    const source = readFileSync('src/head-script.js', 'utf8');
    // The syntax must stay as old as the source's, because the script also runs in browsers that cannot run the app.
    const { code } = minifySync('head-script.js', source, { compress: { target: 'es2018' } });
    return html.replace('<!--head-script-->', `<script>${code.trim()}</script>`);
  },
};

const ROUTER = fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url));

// This file has two builds: the app with its worker, and the page renderer that the server loads by path.
export default defineConfig(({ isSsrBuild }) => ({
  // React Router's package exports only its development build, whose warnings a shopper would download.
  resolve: { alias: [{ find: /^react-router$/, replacement: ROUTER }] },
  // These packages are bundled into the page renderer, so that a server need not install them.
  ssr: { noExternal: [/^react-router/, 'cookie', 'set-cookie-parser'] },
  plugins: [
    react(),
    headScript,
    // The server build leaves the plugin out, because it would write a web manifest there.
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
          // Of the icons only the one that a page shows is precached; the operating system uses the others.
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
          // The initial files need no preload: every page already has them, and a rendered page has the styles of `app`
          // inline.
          resolveDependencies: (_, files) =>
            files.filter((file) => !/^assets\/(app|lib|rolldown-runtime)-/.test(file)),
        },
        license: { fileName: 'licenses.md' },
        // The target is a language version: with the browsers' names, Vite would rewrite every `?.`, because some of them
        // have a bug in a rare use of it.
        target: 'es2022',
        cssTarget: ['chrome87', 'firefox90', 'safari15'],
        rolldownOptions: { output: { codeSplitting: { groups: chunkDefinitions.map(toGroup) } } },
      },
}));

/** Converts a row of the table of chunks to the bundler's form. The first matching row gets a module. */
function toGroup(
  { name, isInitial, screens = [], modules }: (typeof chunkDefinitions)[number],
  index: number,
) {
  const routes = screens.map((screen) => `/routes/\\w+/${screen}Route\\.`);
  return {
    name,
    ...(isInitial && { tags: ['$initial' as const] }),
    test: new RegExp([...routes, ...(modules ? [modules.source] : [])].join('|'), 'i'),
    priority: chunkDefinitions.length - index,
  };
}
