/** On whose behalf an address gives access to a file. Checked again whenever the file is requested. */
export type FileScope =
  | { readonly kind: 'own'; readonly viewerId: string }
  | { readonly kind: 'member'; readonly viewerId: string; readonly groupId: string }
  /** An invited person who looks at the group before joining. */
  | { readonly kind: 'guest'; readonly viewerId: string; readonly groupId: string }
  /** All members of a group, until the next one leaves: frames are identical for all recipients. */
  | { readonly kind: 'group'; readonly groupId: string; readonly departures: number }
  | { readonly kind: 'admin' };

/** Signed addresses of stored files. Each opens one file, for one scope, for a short time. */
export interface FileLinks {
  /**
   * Path and query of a file: `/files/{fileId}?e={expires}&v={scope}&s={signature}`. Calls within one period return the same
   * address, so that browsers can cache.
   */
  sign(fileId: string, scope: FileScope, nowMs: number): string;

  /** The scope of an unexpired address that {@link sign} made for this file; otherwise undefined. Never throws. */
  check(
    fileId: string,
    signed: { readonly expires: string; readonly scope: string; readonly signature: string },
    nowMs: number,
  ): FileScope | undefined;
}
