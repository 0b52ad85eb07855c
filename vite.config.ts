import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { flatLayers } from './scripts/flat-layers.ts';
import { laterFiles, markLaterFiles } from './scripts/mark-later-files.ts';
import { partStyles } from './scripts/part-styles.ts';

/**
 * Puts what must come before everything else into the page itself: the head script. The server hashes it for the
 * content security policy.
 */
const headParts: Plugin = {
  name: 'head-parts',
  transformIndexHtml(html) {
    const source = readFileSync('src/head-script.js', 'utf8');
    // Not newer than its source: it must run where the app does not.
    const { code } = minifySync('head-script.js', source, { compress: { target: 'es2018' } });
    return html.replace('<!--head-parts-->', `<script>${code.trim()}</script>`);
  },
};

/** The style modules of waiting, failing and telling. */
const LATER_MODULES = ['Drawing', 'EmptyState', 'Note', 'Skeleton'];

/** What the minifier writes for `light-dark()`, which nothing here says. */
const UNUSED = /--lightningcss-(light|dark):[^;]*;/g;

/**
 * The styles of the first code stand in the page too: a sheet of their own would be one more round trip before the
 * first paint. No chunk asks for the sheet any more. What no page shows at first is a file as well: the server names it
 * in its pages, the bare shell holds it.
 */
function headStyles(): Plugin {
  let styles = '';
  let later = '';
  return {
    name: 'head-styles',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || chunk.name !== 'app') continue;
          const sheets = chunk.viteMetadata?.importedCss ?? new Set();
          for (const name of sheets) {
            const sheet = bundle[name];
            if (sheet?.type === 'asset') {
              const parts = partStyles(String(sheet.source).trim().replace(UNUSED, ''), LATER_MODULES);
              styles = parts.first;
              const file = this.emitFile({ type: 'asset', name: 'later.css', source: parts.later });
              later = `<style data-file="/${this.getFileName(file)}">${parts.later}</style>`;
            }
            delete bundle[name];
          }
          sheets.clear();
        }
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('</head>', () => `<style>${styles}</style>${later}</head>`),
    },
  };
}

const styleModules = new Map<string, string>();

/** The name of a class in the page: by its file and itself. No hash: it would be new bytes at each of its places. */
function className(local: string, file: string): string {
  const name = basename(file, '.module.css');
  const other = styleModules.get(name) ?? file;
  if (other !== file) throw new Error(`two style modules of one name: ${other} and ${file}`);
  styleModules.set(name, file);
  return `${name}_${local}`;
}

/**
 * What is needed together comes together: a request costs more than its bytes. The first one takes a module that
 * several need, so each stands on those before it. What is in none goes with whoever asks for it.
 */
const chunks = [
  // Both are there before the first tap can be heard.
  { name: 'lib', tags: ['$initial'], test: /node_modules|vite.preload|rolldown.runtime/ },
  { name: 'app', tags: ['$initial'], test: /\/(src|contract)\// },
  // Where most taps lead, and what a touched page shows.
  { name: 'product', test: /\/routes\/ProductRoute|\/(OfflineBar|MenuDrawer)\.tsx/ },
  // The keepers: what the shop needs to go on without a line.
  { name: 'shop', test: /\/app\/(Keepers|Prompts)\.|\/(updates|ToastHost)\.tsx?/ },
  // The cart and the way to the till, for members.
  {
    name: 'till',
    test: /\/app\/(MemberCounts|RequireSession)\.|\/(add-to-cart|PaymentKeeper)\.tsx?|\/routes\/(Cart|Checkout)Route/,
  },
  { name: 'guest', test: /\/routes\/(Register|SignIn|ForgotPassword|UseTemporaryRecoveryKey)Route/ },
  {
    name: 'member',
    test: /\/app\/Realtime\.|\/NotificationPanel\.tsx|socket\.io-client|\/routes\/(Account|EditProfile|Wallet|Referral)Route/,
  },
  { name: 'about', test: /\/routes\/(About|Contact|Privacy|Terms|Listing)Route/ },
] satisfies { name: string; tags?: '$initial'[]; test: RegExp }[];

const ROUTER = fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url));

// Two builds from one file: the app with its worker, and the page renderer that the server loads by path.
export default defineConfig(({ isSsrBuild }) => ({
  // The package exports only its build for development, whose warnings a shopper would download.
  resolve: { alias: [{ find: /^react-router$/, replacement: ROUTER }] },
  // In the page renderer's own file, so that a server needs no package of it.
  ssr: { noExternal: [/^react-router/, 'cookie', 'set-cookie-parser'] },
  plugins: [
    react(),
    headParts,
    headStyles(),
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
          globIgnores: ['plain.css', 'screenshots/**', 'images/**', 'icons/!(icon).*'],
          manifestTransforms: [markLaterFiles],
        },
      }),
  ],
  css: { modules: { generateScopedName: className }, postcss: { plugins: [flatLayers] } },
  build: isSsrBuild
    ? { outDir: 'dist/server', copyPublicDir: false, target: 'node20' }
    : {
        outDir: 'dist/client',
        manifest: true,
        license: { fileName: 'licenses.md' },
        // Not the browsers' names: for an error in one rare use of it Vite would write out every `?.`.
        target: 'es2022',
        cssTarget: ['chrome87', 'firefox90', 'safari15'],
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: chunks.map((chunk, index) => ({ ...chunk, priority: chunks.length - index })),
            },
          },
        },
      },
}));
