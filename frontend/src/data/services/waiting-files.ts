/** The files of the outbox that this page has at hand, by the id of the message to be. */
export type WaitingFiles = {
  readonly get: (id: string) => File | undefined;
  /** `cancel` stops the sending that is under way. */
  readonly hold: (id: string, file: File, cancel?: () => void) => void;
  /** Lets files go, and stops the sending of those that are on their way. Without ids: all. */
  readonly drop: (ids?: readonly string[]) => void;
  /** Lets files go that somebody else has sent. */
  readonly keepOnly: (ids: ReadonlySet<string>) => void;
};

export const createWaitingFiles = (): WaitingFiles => {
  const held = new Map<string, { readonly file: File; readonly cancel: (() => void) | undefined }>();
  return {
    get: (id) => held.get(id)?.file,
    hold: (id, file, cancel) => {
      held.set(id, { file, cancel });
    },
    drop: (ids = [...held.keys()]) => {
      for (const id of ids) {
        held.get(id)?.cancel?.();
        held.delete(id);
      }
    },
    keepOnly: (ids) => {
      for (const id of held.keys()) if (!ids.has(id)) held.delete(id);
    },
  };
};
