export type ProposedEvent = {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

export type StoredEvent = ProposedEvent & {
  readonly stream: string;
  readonly revision: bigint;
  /** Both the commit and the prepare position. */
  readonly position: bigint;
  /** Start of the next record in the log. */
  readonly end: bigint;
  /** Milliseconds since 1970. */
  readonly created: number;
};
