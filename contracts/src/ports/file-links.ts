/** Addresses of stored files that carry their own permission: whoever has one may read that file until it expires. */
export interface FileLinks {
  /**
   * The path and query of a file: `/files/{fileId}?e={expires}&s={signature}`. Calls within one period give the same
   * address, so that browsers keep what they loaded.
   */
  sign(fileId: string, nowMs: number): string;

  /** Whether `expires` and `signature` were made by {@link sign} for this very file and have not run out. Never throws. */
  check(fileId: string, expires: string, signature: string, nowMs: number): boolean;
}
