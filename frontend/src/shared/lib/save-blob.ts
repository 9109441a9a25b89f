const KEEP_ADDRESS_MS = 60_000;

/** Offers a blob as a download with a file name. */
export const saveBlob = (blob: Blob, fileName: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download reads the address after this call. If it is revoked at once, some browsers save nothing.
  setTimeout(() => URL.revokeObjectURL(url), KEEP_ADDRESS_MS);
};
