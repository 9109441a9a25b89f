import type { IncomingMessage } from 'node:http';

/** Why there is no object: too large, too slow, or not a JSON object (including a client that disconnected). */
export type Unread = 'too-large' | 'late' | 'malformed';

const parse = (text: string): object | Unread => {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : 'malformed';
  } catch {
    // The parser's message would quote the input.
    return 'malformed';
  }
};

/**
 * Reads a request's JSON object; an empty body is an empty object. Enforces size and time in one pass, so that a slow body holds
 * neither memory nor a connection for long. Compressed bodies are not supported; no client sends them.
 * @param limit bytes. @param timeout milliseconds for the whole body.
 */
export const readJson = (request: IncomingMessage, limit: number, timeout: number): Promise<object | Unread> =>
  new Promise((resolve) => {
    const { 'content-length': length = '0', 'content-encoding': encoding = 'identity' } = request.headers;
    if (Number(length) > limit) return resolve('too-large');
    if (encoding !== 'identity') return resolve('malformed');

    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (outcome: object | Unread): void => {
      clearTimeout(timer);
      request.off('data', take).off('end', end).off('close', leave).off('error', leave);
      if (typeof outcome === 'string') request.pause();
      resolve(outcome);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) settle('too-large');
      else chunks.push(chunk);
    };
    const end = (): void =>
      settle(parse((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString()));
    const leave = (): void => settle('malformed');
    const timer = setTimeout(() => settle('late'), timeout);
    request.on('data', take).on('end', end).on('close', leave).on('error', leave);
  });
