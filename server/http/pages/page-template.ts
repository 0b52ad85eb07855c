import type { RenderedPage } from '#contract/page.ts';
import { computeInlineCspHashes, type InlineCspHashes } from './inline-hashes.ts';

interface ManifestChunk {
  name?: string;
  file: string;
  css?: string[];
  imports?: string[];
}

export type ViteManifest = Record<string, ManifestChunk>;

/** Matches the root element with its placeholder content, which a rendered page replaces. */
const ROOT = /<div id="root">[\s\S]*?<\/div>/;
const TITLE = /<title>[^<]*<\/title>/;
/** Matches the module scripts that the build inserted; the last one is the app's entry. */
const SCRIPTS = /<script type="module" crossorigin src="([^"]+)"><\/script>/g;
const PRELOADS = /<link rel="modulepreload" crossorigin href="([^"]+)">/g;
const STYLESHEETS = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g;

/**
 * Inserts rendered pages into the built HTML. Styles are inline and scripts load late, so that nothing delays the
 * first paint.
 */
export interface PageTemplate {
  fill(page: RenderedPage): string;
  /** Returns the CSP hashes of a page with this route's chunk. */
  hashesOf(chunk: string): InlineCspHashes;
}

type ReadFile = (file: string) => string;

/**
 * @param shell the build's `index.html`.
 * @throws {Error} when the shell has no root element or no title, because every page would lose its content.
 */
export function createPageTemplate(shell: string, manifest: ViteManifest, readFile: ReadFile): PageTemplate {
  const scripts = [...shell.matchAll(SCRIPTS)].map(([, file = '']) => file);
  const entry = scripts.pop();
  if (entry === undefined) throw new Error('the built page starts no app');
  const root = ROOT.exec(shell)?.[0] ?? '<div id="root">';
  const first = [entry, ...scripts, ...[...shell.matchAll(PRELOADS)].map(([, file = '']) => file)];
  const inShell = new Set([...shell.matchAll(STYLESHEETS)].map(([, file = '']) => file));
  const bare = shell.replaceAll(SCRIPTS, '').replaceAll(PRELOADS, '').replaceAll(STYLESHEETS, '');
  const [beforeRoot, afterRoot] = splitAt(bare, root);
  const title = TITLE.exec(beforeRoot)?.[0];
  if (title === undefined) throw new Error('the built page has no title');
  const [start, middle] = splitAt(beforeRoot, title);
  const [headEnd, bodyStart] = splitAt(middle, '</head>');
  const partsByChunk = new Map<string, string>();

  return {
    fill(page) {
      let parts = partsByChunk.get(page.chunk);
      if (parts === undefined) {
        const files = filesOf(page.chunk, manifest);
        parts = [
          ...inlineStyles(files.styles, readFile),
          // A disabled link marks a style file that is already inline, so that neither the app nor the browser loads
          // it.
          ...files.styles
            .filter((file) => !inShell.has(file))
            .map((file) => `<link rel="stylesheet" disabled href="/${file}">`),
          `<script type="application/json" id="app-files">${JSON.stringify([...new Set([...first, ...files.scripts.map((file) => `/${file}`)])])}</script>`,
        ].join('');
        partsByChunk.set(page.chunk, parts);
      }
      return [
        start,
        page.head,
        headEnd,
        parts,
        '</head>',
        bodyStart,
        `<div id="root" data-rendered>${page.body}</div>`,
        `<script type="application/json" id="server-data">${page.data}</script>`,
        afterRoot,
      ].join('');
    },
    hashesOf(chunk) {
      return computeInlineCspHashes(bare + inlineStyles(filesOf(chunk, manifest).styles, readFile).join(''));
    },
  };
}

function inlineStyles(files: readonly string[], readFile: ReadFile): string[] {
  return files.map((file) => `<style>${readFile(file).trim()}</style>`);
}

/** Lists the files of a JavaScript chunk and its imports; imported styles come before the chunk's own. */
function filesOf(name: string, manifest: ViteManifest): { styles: string[]; scripts: string[] } {
  const styles = new Set<string>();
  const scripts = new Set<string>();
  const visit = (chunk: ManifestChunk | undefined) => {
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(manifest[imported]);
    for (const style of chunk.css ?? []) styles.add(style);
  };
  const chunk = Object.values(manifest).find((each) => each.name === name);
  if (!chunk) throw new Error(`the build has no chunk ${name}`);
  visit(chunk);
  return { styles: [...styles], scripts: [...scripts] };
}

function splitAt(text: string, mark: string): [string, string] {
  const index = text.indexOf(mark);
  if (index < 0) throw new Error(`the built page has no ${mark}`);
  return [text.slice(0, index), text.slice(index + mark.length)];
}
