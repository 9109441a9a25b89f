import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { type SupportCall, SupportError } from './command.ts';
import type { Answer } from './run-command.ts';
import { type EndpointFile, endpointFile } from './support-endpoint.ts';

const readEndpointFile = (dataDir: string): EndpointFile | undefined => {
  try {
    return JSON.parse(readFileSync(endpointFile(dataDir), 'utf8')) as EndpointFile;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SupportError(`${endpointFile(dataDir)} cannot be read: run this as the account that runs the product.`);
  }
};

/** @returns undefined if nobody listens: a killed process leaves its file behind. */
const send = ({ port, token }: EndpointFile, call: SupportCall): Promise<IncomingMessage | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request({ host: '127.0.0.1', port, method: 'POST', headers }, resolve)
      .on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ECONNREFUSED' ? resolve(undefined) : reject(error),
      )
      .end(JSON.stringify(call));
  });

/** Passes a call to the process that runs on a data folder. @returns whether there is one */
export const callRunningProduct = async (
  dataDir: string,
  call: SupportCall,
  emit: (answer: Answer) => void,
): Promise<boolean> => {
  const address = readEndpointFile(dataDir);
  const response = address === undefined ? undefined : await send(address, call);
  if (response?.statusCode !== 200) return false;
  for await (const line of createInterface({ input: response })) emit(JSON.parse(line) as Answer);
  return true;
};
