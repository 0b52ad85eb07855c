import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A copy of the project folder with the built app lets a test install later releases. */
export interface CopiedReleaseFolder {
  /** Option for `startTestShop`. */
  root: string;
  /** Builds the app with other hashes and replaces the current build, whose files are deleted. */
  release(mark: string): Promise<void>;
  close(): Promise<void>;
}

export async function copyReleaseFolder(): Promise<CopiedReleaseFolder> {
  const root = await mkdtemp(join(tmpdir(), 'shop-release-'));
  await mkdir(join(root, 'dist'));
  for (const name of ['package.json', 'node_modules', 'sandbox']) {
    await symlink(join(ROOT, name), join(root, name));
  }
  await cp(join(ROOT, 'dist-server'), join(root, 'dist-server'), { recursive: true });
  for (const name of ['server', 'client']) {
    await cp(join(ROOT, 'dist', name), join(root, 'dist', name), { recursive: true });
  }
  // Images are derived at their first request, once for all copies.
  await mkdir(join(ROOT, 'dist', 'pictures'), { recursive: true });
  await symlink(join(ROOT, 'dist', 'pictures'), join(root, 'dist', 'pictures'));
  return {
    root,
    async release(mark) {
      const client = join(root, 'dist', 'client');
      const next = `${client}.next`;
      const before = new Set(await readdir(join(client, 'assets')));
      await run(
        process.execPath,
        [
          join(ROOT, 'node_modules/vite/bin/vite.js'),
          ...['build', '--config', 'tests/support/release.vite.config.ts', '--logLevel', 'error'],
          ...['--outDir', next, '--emptyOutDir'],
        ],
        // With NODE_ENV=test React would be built for development.
        { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production', VITEST: '', RELEASE_MARK: mark } },
      );
      const scripts = (await readdir(join(next, 'assets'))).filter((name) => name.endsWith('.js'));
      if (scripts.some((name) => before.has(name)))
        throw new Error('the release kept a file of the last one');
      await rm(client, { recursive: true });
      await rename(next, client);
    },
    close: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}
