import { call } from '../api/call.ts';
import { download } from '../api/download.ts';

/** The ZIP with everything the user made. `onProgress` gets the bytes received so far. Rejects with an `ApiError`. */
export const downloadMyData = (signal: AbortSignal, onProgress: (bytes: number) => void) =>
  download(call('downloadMyData'), (response) => blobOf(response, onProgress), signal);

/** The browser stores the bytes, not this page: a blob may be larger than memory. */
const blobOf = (response: Response, onProgress: (bytes: number) => void): Promise<Blob> => {
  if (response.body === null) return response.blob();
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength;
        onProgress(bytes);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { headers: response.headers }).blob();
};
