import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { receiveUpload, type UploadOptions, type UploadResult } from '../receive-upload.ts';

export type UploadServer = {
  readonly url: string;
  readonly port: number;
  /** The outcome of each upload, in order of completion. */
  readonly results: (UploadResult | Error)[];
  readonly close: () => Promise<void>;
};

/** A local server that receives every request as an upload and responds with the outcome. */
export const startUploadServer = async (options: UploadOptions): Promise<UploadServer> => {
  const results: (UploadResult | Error)[] = [];
  const server = createServer((request, response) => {
    receiveUpload(request, options).then(
      (result) => {
        results.push(result);
        response.writeHead(result.ok ? 200 : 400, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify(result.ok ? { fields: Object.fromEntries(result.fields), file: result.file } : result.refusal),
        );
      },
      (error: Error) => {
        results.push(error);
        response.writeHead(503).end();
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    results,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export const BOUNDARY = 'quorum-boundary';

/** One part of a multipart body; with `filename`, a file. The name is written unescaped, so that it can be hostile. */
export const part = (name: string, content: string | Uint8Array, filename?: string, type?: string): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(filename === undefined ? '' : `; filename="${filename}"`),
    Buffer.from(type === undefined ? '' : `\r\nContent-Type: ${type}`),
    Buffer.from('\r\n\r\n'),
    Buffer.from(content as Uint8Array),
    Buffer.from('\r\n'),
  ]);

export const bodyOf = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);

export const post = async (server: UploadServer, body: Buffer, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.url, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> & { refused?: string } };
};

/** Sends raw bytes over a new socket. `hangUp` closes it afterwards. */
export const sendRaw = async (server: UploadServer, bytes: Buffer, hangUp: boolean): Promise<string> => {
  const socket = connect(server.port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  // A connection reset is one of the tested endings.
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(bytes, () => {
    if (hangUp) socket.destroy();
  });
  await once(socket, 'close');
  return answer;
};

export const rawHead = (contentLength: number): Buffer =>
  Buffer.from(
    `POST / HTTP/1.1\r\nHost: quorum\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${contentLength}\r\n\r\n`,
  );
