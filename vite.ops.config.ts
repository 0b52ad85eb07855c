import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { flattenCascadeLayersPlugin } from './scripts/build/flat-layers.ts';

/** The operators' console has a separate build, so that it changes no byte and no chunk of the shop's files. */
export default defineConfig({
  root: 'src/ops',
  base: '/ops/',
  publicDir: false,
  plugins: [react()],
  css: { postcss: { plugins: [flattenCascadeLayersPlugin] } },
  build: {
    outDir: '../../dist/ops',
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
});
