// The phones of bench/sockets.ts, in a process of their own: each socket speaks engine.io over a bare connection, so
// that thousands of them cost little beside the server that is measured. Told and asked by messages of the parent.
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

/** How many shake hands at a time. */
const AT_ONCE = 50;
/** One for all: what a connection brings is read before the next one's. */
const READ = Buffer.alloc(65_536);
/** A frame of the server's is not masked and these are short: its length is in two bytes, or in four. */
const LONG = 126;

const MARKS = { open: '0{', joined: '40{', watching: '430', refused: '44', ping: '2' };
let onEvent = () => undefined;

process.on('message', async (ask) => {
  if (ask.open) await openAll(ask.open);
  if (ask.expect) await expectEvent(ask.expect);
});
process.on('disconnect', () => process.exit());

/** Opens them all, each watching the product. */
async function openAll({ url, tokens, productId }) {
  const waiting = tokens.values();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const token of waiting) await openOne(new URL(url), token, productId);
    }),
  );
  process.send({ opened: { seconds: (performance.now() - startedAt) / 1000 } });
}

/** Waits until so many have heard the event. Instants in ms of the clock that all processes share. */
async function expectEvent({ name, count }) {
  const arrivedAtMs = [];
  process.send({ ready: true });
  await new Promise((resolve) => {
    const mark = `42["${name}"`;
    onEvent = (text) => {
      if (!text.startsWith(mark)) return;
      arrivedAtMs.push(Number(process.hrtime.bigint()) / 1e6);
      if (arrivedAtMs.length === count) resolve();
    };
  });
  onEvent = () => undefined;
  process.send({ arrivedAtMs });
}

function openOne({ hostname, port, host }, token, productId) {
  return new Promise((resolve, reject) => {
    let rest = Buffer.alloc(0);
    let isOpen = false;
    const socket = connect({
      ...{ host: hostname, port: Number(port), noDelay: true },
      onread: {
        buffer: READ,
        callback: (bytes) => {
          rest = rest.length > 0 ? Buffer.concat([rest, READ.subarray(0, bytes)]) : READ.subarray(0, bytes);
          if (!isOpen) {
            const end = rest.indexOf('\r\n\r\n');
            if (end > 0 && !rest.subarray(0, end).includes(' 101 ')) reject(new Error(rest.toString()));
            isOpen = end > 0;
            if (isOpen) rest = rest.subarray(end + 4);
          }
          if (isOpen) rest = readFrames(rest, hear);
          // The one buffer is written over by the next connection's bytes.
          rest = Buffer.from(rest);
          return true;
        },
      },
    });
    // Nothing that is measured with fewer sockets would be true.
    socket.on('close', () => {
      throw new Error('the server closed a socket');
    });
    socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\n` +
        'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nUser-Agent: Mozilla/5.0 (Linux; Android 13) Chrome/143.0\r\n' +
        `Accept-Encoding: gzip, deflate, br\r\nAccept-Language: en-NG\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );

    function hear(text) {
      if (text === MARKS.ping) socket.write(frameOf('3'));
      else if (text.startsWith(MARKS.open)) socket.write(frameOf(`40${JSON.stringify({ token })}`));
      else if (text.startsWith(MARKS.joined))
        socket.write(frameOf(`420${JSON.stringify(['watch_product', { productId }])}`));
      else if (text.startsWith(MARKS.watching)) resolve();
      else if (text.startsWith(MARKS.refused)) reject(new Error(`refused: ${text}`));
      else onEvent(text);
    }
  });
}

/** Hands over the text of each whole frame. @returns what is left of an unfinished one. */
function readFrames(bytes, hear) {
  let at = 0;
  while (at + 2 <= bytes.length) {
    const short = bytes[at + 1];
    const head = short === LONG ? 4 : 2;
    if (at + head > bytes.length) break;
    const end = at + head + (short === LONG ? bytes.readUInt16BE(at + 2) : short);
    if (end > bytes.length) break;
    hear(bytes.toString('latin1', at + head, end));
    at = end;
  }
  return bytes.subarray(at);
}

/** A text in a frame as clients must send it, masked; a mask of zeros changes no byte. */
function frameOf(text) {
  const { length } = text;
  const head = length < LONG ? [0x81, 0x80 | length] : [0x81, 0x80 | LONG, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), Buffer.from(text)]);
}
