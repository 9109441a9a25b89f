/** Whose right to see a file an address stands for. It is checked again whenever the file is asked for. */
export type FileScope =
  | { readonly kind: 'own'; readonly viewerId: string }
  | { readonly kind: 'member'; readonly viewerId: string; readonly groupId: string }
  /** Somebody who was invited and looks at the group before joining. */
  | { readonly kind: 'guest'; readonly viewerId: string; readonly groupId: string }
  /** Everybody in a group, until the next one departs: frames are the same for all who get them. */
  | { readonly kind: 'group'; readonly groupId: string; readonly departures: number }
  | { readonly kind: 'admin' };

/** Signed addresses of stored files: each opens one file, for one scope, for a short time. */
export interface FileLinks {
  /**
   * The path and query of a file: `/files/{fileId}?e={expires}&v={scope}&s={signature}`. Calls within one period give the same
   * address, so that browsers keep what they loaded.
   */
  sign(fileId: string, scope: FileScope, nowMs: number): string;

  /** The scope of an address that was made by {@link sign} for this very file and has not run out; else nothing. Never throws. */
  check(
    fileId: string,
    signed: { readonly expires: string; readonly scope: string; readonly signature: string },
    nowMs: number,
  ): FileScope | undefined;
}
