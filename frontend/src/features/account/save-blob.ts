const KEEP_MS = 60_000;

/** Hands a blob to the browser's downloads under a name. */
export const saveBlob = (blob: Blob, fileName: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download reads the address after this call; revoked at once, some browsers would save nothing.
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
};
