/** The outbox files that this page holds, by message id. */
export type WaitingFiles = {
  readonly get: (id: string) => File | undefined;
  /** `cancel` stops the running upload. */
  readonly hold: (id: string, file: File, cancel?: () => void) => void;
  /** Drops files and stops their uploads. Drops all without ids. */
  readonly drop: (ids?: readonly string[]) => void;
  /** Drops the files that another tab has sent. */
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
