import type { RenderedPage } from '#contract/page.ts';

/** One entry of Vite's manifest, as far as it is used. */
interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
}

export type Manifest = Record<string, ManifestChunk>;

/** What stands in it is for pages that the app draws alone. */
const ROOT = /<div id="root">[\s\S]*?<\/div>/;
const TITLE = /<title>[^<]*<\/title>/;
/** The build's own start of the app. */
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const PRELOADS = /<link rel="modulepreload" crossorigin href="([^"]+)">/g;

/**
 * Puts rendered pages into the page that the build made. Their scripts are only named: the head script fetches
 * them after the pictures in view, because nothing on a rendered page has to wait for them.
 */
export interface PageTemplate {
  fill(page: RenderedPage): string;
}

/**
 * @param shell the build's `index.html`: the bare shell, which client-only routes get as it is.
 * @throws {Error} when the shell has no root or no title: then every page would lose its content.
 */
export function createPageTemplate(shell: string, manifest: Manifest): PageTemplate {
  const entry = ENTRY.exec(shell);
  if (!entry?.[1]) throw new Error('the built page starts no app');
  const root = ROOT.exec(shell)?.[0] ?? '<div id="root">';
  const first = [entry[1], ...[...shell.matchAll(PRELOADS)].map(([, file = '']) => file)];
  const [beforeRoot, afterRoot] = splitAt(shell.replace(entry[0], '').replaceAll(PRELOADS, ''), root);
  const title = TITLE.exec(beforeRoot)?.[0];
  if (title === undefined) throw new Error('the built page has no title');
  const [start, middle] = splitAt(beforeRoot, title);
  const [headEnd, bodyStart] = splitAt(middle, '</head>');
  const linksBySource = new Map<string, string>();

  return {
    fill(page) {
      let links = linksBySource.get(page.source);
      if (links === undefined) {
        links = routeLinks(page.source, manifest, shell, first);
        linksBySource.set(page.source, links);
      }
      return [
        start,
        page.head,
        headEnd,
        // After the build's own tags: before them the route's style sheet would decide the order of the layers.
        links,
        '</head>',
        bodyStart,
        `<div id="root" data-rendered>${page.body}</div>`,
        `<script type="application/json" id="server-data">${page.data}</script>`,
        afterRoot,
      ].join('');
    },
  };
}

/** The style sheets of a route and of all it imports, and the list of scripts: the build's entry first, then its own. */
function routeLinks(source: string, manifest: Manifest, shell: string, first: readonly string[]): string {
  const styles = new Set<string>();
  const scripts = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const style of chunk.css ?? []) styles.add(style);
  };
  visit(source);
  const isNew = (file: string) => !shell.includes(`/${file}"`);
  const files = [...first, ...[...scripts].filter(isNew).map((file) => `/${file}`)];
  return [
    ...[...styles].filter(isNew).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    `<script type="application/json" id="app-files">${JSON.stringify(files)}</script>`,
  ].join('');
}

function splitAt(text: string, mark: string): [string, string] {
  const index = text.indexOf(mark);
  if (index < 0) throw new Error(`the built page has no ${mark}`);
  return [text.slice(0, index), text.slice(index + mark.length)];
}
