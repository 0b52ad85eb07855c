import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const COMPRESSED = /\.(js|css|html|svg|json|txt)$/;
/** Smaller files are not compressed, because they gain less than the extra headers cost. */
const LEAST_BYTES = 512;

/** Writes a `.br` file next to each text file of a folder; the server sends the `.br` files unchanged. */
export async function precompressFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSED.test(entry.name));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath ?? entry.path, entry.name))));
}

async function compressFile(path) {
  const bytes = await readFile(path);
  if (bytes.length < LEAST_BYTES) return;
  // Brotli's default quality in Node is already the highest.
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes));
}
