import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { laterFiles, markLaterFiles } from './scripts/mark-later-files.ts';

/**
 * Puts what must come before everything else into the page itself: the order of the style layers (whichever
 * style sheet loads first) and the head script. The server hashes both for the content security policy.
 */
const headParts: Plugin = {
  name: 'head-parts',
  transformIndexHtml(html) {
    const source = readFileSync('src/head-script.js', 'utf8');
    // Not newer than its source: it must run where the app does not.
    const { code } = minifySync('head-script.js', source, { compress: { target: 'es2018' } });
    const layers = readFileSync('src/styles/layers.css', 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .trim();
    return html.replace('<!--head-parts-->', `<style>${layers}</style><script>${code.trim()}</script>`);
  },
};

// Two builds from one file: the app with its worker, and the page renderer that the server loads by path.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    headParts,
    laterFiles,
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
          globPatterns: ['**/*.{js,css,html,svg,png}'],
          // Of the icons only those that a page shows; the others are the system's.
          globIgnores: ['screenshots/**', 'images/**', 'icons/!(favicon|icon).*'],
          manifestTransforms: [markLaterFiles],
        },
      }),
  ],
  build: isSsrBuild
    ? { outDir: 'dist/server', copyPublicDir: false, target: 'node20' }
    : {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'lib', tags: ['$initial'], test: /node_modules|vite.preload|rolldown.runtime/ },
                // Our own first-load code in one file: a request costs more than its bytes.
                { name: 'app', tags: ['$initial'], test: /\/(src|contract)\// },
              ],
            },
          },
        },
      },
}));
