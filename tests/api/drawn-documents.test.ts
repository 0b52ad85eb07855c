import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as limits from '../../contract/limits.ts';
import { listCommands } from '../../server/ops/commands.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type ApiDescription, drawApiPage } from '../support/api-page.ts';
import { drawTable, expectDrawnPage, expectDrawnPart } from '../support/drawn-document.ts';
import { drawTables } from '../support/tables-page.ts';

const ROOT = join(import.meta.dirname, '../..');

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('docs/api.md says of every call what it takes, within which limits, and what it answers', async () => {
  const { body } = await api.call<ApiDescription>({ method: 'GET', url: '/api/docs/json' });
  expectDrawnPage('docs/api.md', drawApiPage(body));
});

test('docs/tables.md names every table with its columns and constraints', async () => {
  expectDrawnPage('docs/tables.md', await drawTables(api.db));
});

test('docs/operator.md names every command', () => {
  const rows = listCommands().map(({ name, usage, summary, roles }) => [
    `\`${`${name} ${usage}`.trim()}\``,
    summary,
    roles.join(', '),
  ]);
  expectDrawnPart('docs/operator.md', 'commands', drawTable(['Command', 'Does', 'Roles'], rows));
});

test('docs/limits.md names every limit that both sides obey', () => {
  const rows = Object.entries(limits).map(([name, value]) => [`\`${name}\``, showValue(value)]);
  expectDrawnPart('docs/limits.md', 'limits', drawTable(['Limit', 'Value'], rows));
});

test('docs/offline.md names every file of src/offline and of the worker', () => {
  for (const room of ['src/offline', 'sw']) {
    const names = readdirSync(join(ROOT, room)).filter((name) => /^(?!.*\.test\.).*\.tsx?$/.test(name));
    const rows = names.map((name) => [`\`${name}\``, firstSentence(join(ROOT, room, name))]);
    expect(rows.filter(([, sentence]) => !sentence)).toEqual([]);
    expectDrawnPart('docs/offline.md', room, drawTable([`\`${room}\``, 'Knows'], rows));
  }
});

function showValue(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en');
  if (value instanceof RegExp) return `\`${value.source}\``;
  return Array.isArray(value) ? value.map(showValue).join(', ') : `\`${value}\``;
}

/** Of the first comment that says what a file, or its first export, is. */
function firstSentence(path: string): string {
  const [, comment = ''] = /^\/\*\*(.*?)\*\//ms.exec(readFileSync(path, 'utf8')) ?? [];
  const text = comment
    .replace(/^\s*\*/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}
