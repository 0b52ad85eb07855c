import { createHash } from 'node:crypto';

/** Hashes of a page's inline scripts and styles, which its content security policy must name. */
export interface InlineCspHashes {
  scripts: string[];
  styles: string[];
}

/** Hashes a page's inline scripts and styles. Data blocks (JSON) are not executed and need no hash. */
export function computeInlineCspHashes(html: string): InlineCspHashes {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(
      ([, attributes = '', text = '']) => !/\bsrc\s*=/.test(attributes) && isRun(attributes) && text !== '',
    )
    .map(([, , text = '']) => hashOf(text));
  const styles = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, text = '']) =>
    hashOf(text),
  );
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] };
}

function isRun(attributes: string): boolean {
  const type = /\btype\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1]?.toLowerCase();
  return type === undefined || type === 'module' || type.endsWith('/javascript');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
