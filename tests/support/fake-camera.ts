import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'uqr';
import {
  type BrowserVisitor,
  type BrowserVisitorOptions,
  launchBrowser,
  openBrowserVisitor,
} from './browser.ts';

const [WIDTH, HEIGHT] = [640, 480];
/** The QR standard requires this quiet zone. */
const BORDER = 4;

/** Opens a visitor whose camera is permitted and shows one QR code. */
export async function openVisitorWithFakeCamera(
  text: string,
  options: BrowserVisitorOptions,
): Promise<BrowserVisitor & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'camera-'));
  const film = join(folder, 'code.y4m');
  await writeFile(film, filmOf(text));
  const browser = await launchBrowser([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]);
  const visitor = await openBrowserVisitor(browser, options);
  await visitor.context.grantPermissions(['camera'], options.baseURL ? { origin: options.baseURL } : {});
  return {
    ...visitor,
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @returns one frame of a YUV4MPEG2 video, which the browser repeats. */
function filmOf(text: string): Buffer {
  const { size, data } = encode(text, { border: BORDER });
  const scale = Math.floor(HEIGHT / size);
  const [left, top] = [Math.floor((WIDTH - size * scale) / 2), Math.floor((HEIGHT - size * scale) / 2)];
  const luma = Buffer.alloc(WIDTH * HEIGHT, 235);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1)
      if (data[Math.floor((y - top) / scale)]?.[Math.floor((x - left) / scale)]) luma[y * WIDTH + x] = 16;
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from('FRAME\n'), luma, grey]);
}
