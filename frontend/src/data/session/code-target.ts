/** Where a received code can be entered, for a helper that shows received messages beside the screen. */
export type CodeTarget = {
  /** The number that waits for a code, as `+1` and ten digits. Undefined while none does. */
  readonly phoneNumber: string | undefined;
  /** When the code was sent, in milliseconds since the epoch. */
  readonly sentAt: number | undefined;
  readonly fill: (code: string) => void;
};
