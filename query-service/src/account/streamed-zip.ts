import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export type StreamedZip = {
  readonly output: Readable;
  readonly add: (name: string, bytes: Buffer) => void;
  /** A source is opened when its turn comes. If one fails, the whole archive fails, rather than containing half a file. */
  readonly addLazily: (
    name: string,
    open: () => AsyncIterable<string | Uint8Array>,
    options?: { readonly compress: boolean },
  ) => void;
  /** Nothing can be added after this. */
  readonly end: () => void;
};

/** A ZIP written while it is read, so that its size is unlimited. */
export const streamedZip = (): StreamedZip => {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // A client that disconnects must not leave a file open.
  let current: Readable | undefined;
  output.once('close', () => current?.destroy());
  zip.on('error', (error: Error) => output.destroy(error));
  return {
    output,
    add: (name, bytes) => zip.addBuffer(bytes, name),
    addLazily: (name, open, options = { compress: true }) =>
      zip.addReadStreamLazy(name, options, (give) => {
        const source = Readable.from(open(), { objectMode: false });
        current = source;
        source.once('error', (error) => output.destroy(error));
        if (output.destroyed) source.destroy();
        else give(null, source);
      }),
    end: () => zip.end(),
  };
};
