import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { databaseUser } from '../../server/db/embedded/unprivileged-user.ts';
import { findFreePort } from '../../tests/support/free-port.ts';

const run = promisify(execFile);
const INSTALLED = '/usr/lib/postgresql';

/** A server of the release whose `pg_dump` is on the PATH, with its own settings but for the port. */
export interface SystemPostgres {
  asSuperuser: string;
  stop(): Promise<void>;
}

/** @throws {Error} where Debian's package `postgresql` is not installed. */
export async function startSystemPostgres(folder: string): Promise<SystemPostgres> {
  const releases = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(a) - Number(b)) : [];
  const release = releases.at(-1);
  if (release === undefined) throw new Error(`no PostgreSQL in ${INSTALLED}: install the package postgresql`);
  const data = join(folder, 'cluster');
  const user = databaseUser();
  await mkdir(data, { recursive: true, mode: 0o700 });
  if (user) await chown(data, user.uid, user.gid);
  const call = (tool: string, ...words: string[]) =>
    run(join(INSTALLED, release, 'bin', tool), words, { ...user, cwd: data });
  const port = await findFreePort();
  await call('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
  await call('pg_ctl', '-D', data, '-w', '-l', join(data, 'log'), '-o', settings, 'start');
  return {
    asSuperuser: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => void (await call('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop')),
  };
}
