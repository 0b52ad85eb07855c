import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../support/free-port.ts';

const PROGRAM = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((path) =>
  existsSync(path),
);

/** Started by root, nginx would run its workers as another user, who may not enter this folder. */
const USER = process.getuid?.() === 0 ? 'user root;\n' : '';

/** Tells whether nginx is installed, and prints a line where it is not. */
export function hasNginx(forWhat: string): boolean {
  if (!PROGRAM) process.stdout.write(`Not run, nginx is not installed: ${forWhat}\n`);
  return PROGRAM !== undefined;
}

/** Starts nginx with the shipped configuration in front of these ports, with its own certificate and ports. */
export async function startNginx(
  shopPorts: readonly [number, number],
  port: number,
): Promise<{ log(): Promise<string>; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'deploy-nginx-'));
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder, name));
  execFileSync(
    'openssl',
    `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -keyout ${key} -out ${certificate}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  );
  const shipped = await readFile(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8');
  const site = shipped
    .replaceAll('127.0.0.1:4001', `127.0.0.1:${shopPorts[0]}`)
    .replaceAll('127.0.0.1:4002', `127.0.0.1:${shopPorts[1]}`)
    .replace('listen 80', `listen 127.0.0.1:${await findFreePort()}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/shop/fullchain.pem', certificate as string)
    .replace('/etc/ssl/shop/privkey.pem', key as string);
  await writeFile(join(folder, 'site.conf'), site);
  await mkdir(join(folder, 'temp'));
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, 'temp', name)};`)
    .join('\n');
  await writeFile(
    join(folder, 'nginx.conf'),
    `${USER}daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n${places}\ninclude ${folder}/site.conf;\n}\n`,
  );
  const child = spawn(PROGRAM as string, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  });
  while (!existsSync(join(folder, 'pid'))) {
    if (child.exitCode !== null)
      throw new Error(`nginx ended: ${await readFile(join(folder, 'error.log'), 'utf8')}`);
    await delay(50);
  }
  return {
    log: () => readFile(join(folder, 'error.log'), 'utf8'),
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
