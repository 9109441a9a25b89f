import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { part, rawHead } from './testing/upload-server.ts';

let folder = '';
let child: ChildProcess;
let port = 0;

const answerOf = async <T>(): Promise<T> => (await once(child, 'message'))[0] as T;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quorum-uploads-'));
  const program = fileURLToPath(new URL('./testing/upload-process.ts', import.meta.url));
  child = fork(program, [folder], { execArgv: ['--import', 'tsx'] });
  ({ port } = await answerOf<{ port: number }>());
});

afterAll(async () => {
  child.kill();
  await rm(folder, { recursive: true });
});

/** Sends a video of exactly the maximum size in chunks, as fast as the server accepts them. */
const uploadVideo = async (): Promise<string> => {
  const head = part('file', Buffer.from([0, 0, 0, 16, ...Buffer.from('ftypisom'), 0, 0, 2, 0]), 'clip.mp4').subarray(
    0,
    -2,
  );
  const tail = Buffer.from('\r\n--quorum-boundary--\r\n');
  const piece = Buffer.alloc(65_536, 1);
  let left = limits.video - 16;
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  await once(socket, 'connect');
  socket.write(Buffer.concat([rawHead(head.length + left + tail.length), head]));
  while (left > 0) {
    const flows = socket.write(piece.subarray(0, left));
    left -= Math.min(left, piece.length);
    if (!flows) await once(socket, 'drain');
  }
  socket.write(tail);
  await once(socket, 'close');
  return answer;
};

describe('five videos of 100 MB at once', () => {
  it('are stored within 200 MB of memory (LIMIT-11)', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, uploadVideo));
    for (const answer of answers) expect(answer).toContain(`"size":${limits.video}`);
    const names = await readdir(folder);
    const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
    expect(sizes).toEqual(Array(5).fill(limits.video));

    child.send('memory');
    const { most } = await answerOf<{ most: number }>();
    console.info(`Most memory of the receiving process: ${Math.round(most / 1_048_576)} MB`);
    expect(most).toBeLessThan(200 * 1_048_576);
  });
});
