import { isTooLarge } from '@quorum/contracts/text/file-kinds.ts';

export type Attachment = {
  /** Of the message to be. */
  readonly id: string;
  readonly file: File;
  /** `waiting` for the connection. `failed` was refused or broke off; sending again tries it anew. */
  readonly state: 'queued' | 'waiting' | 'sending' | 'failed';
  /** Share of the bytes that are out, 0-1. */
  readonly progress: number;
  readonly error?: string;
};

export type AttachmentsState = {
  readonly items: readonly Attachment[];
  readonly isSending: boolean;
  /** A text waits for the files that are being sent. */
  readonly holdsText: boolean;
};

/**
 * How one sending ended. `waiting`: without a connection; try again when there is one. `unanswered`: it broke off although
 * there seems to be a connection, of which the loss is often noticed later.
 */
export type SendOutcome = 'sent' | 'waiting' | { readonly failed: string; readonly unanswered?: boolean };
export type SendOne = (
  attachment: Attachment,
  onProgress: (progress: number) => void,
) => { readonly outcome: Promise<SendOutcome>; readonly cancel: () => void };

/** The files chosen for one group. They live in the page only, and outlast a change of group. */
export type Attachments = {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => AttachmentsState;
  /** Queues what is not too large and gives back what is. */
  readonly add: (files: readonly File[]) => readonly File[];
  /** Takes a file out again, also while it is being sent. */
  readonly remove: (id: string) => void;
  /** Sends the queued files each in turn; true once all of them are out or taken out. The rest stays after a failure. */
  readonly send: (sendOne: SendOne, untilConnected: () => Promise<void>, holdsText: boolean) => Promise<boolean>;
};

/** What breaks off again and again is not the connection's fault. */
const MOST_UNANSWERED = 3;

export const createAttachments = (newId: () => string): Attachments => {
  let current: AttachmentsState = { items: [], isSending: false, holdsText: false };
  let cancelSending: { readonly id: string; readonly cancel: () => void } | undefined;
  const listeners = new Set<() => void>();

  const set = (next: AttachmentsState): void => {
    current = next;
    for (const listener of listeners) listener();
  };
  const change = (id: string, part: Partial<Attachment>): void =>
    set({ ...current, items: current.items.map((item) => (item.id === id ? { ...item, ...part } : item)) });
  const drop = (id: string): void => set({ ...current, items: current.items.filter((item) => item.id !== id) });
  const find = (id: string): Attachment | undefined => current.items.find((item) => item.id === id);

  const sendUntilDone = async (id: string, sendOne: SendOne, untilConnected: () => Promise<void>): Promise<boolean> => {
    for (let unanswered = 0; ; ) {
      const item = find(id);
      if (item === undefined) return true;
      const { error: _, ...rest } = item;
      set({
        ...current,
        items: current.items.map((one) => (one.id === id ? { ...rest, state: 'sending', progress: 0 } : one)),
      });
      const { outcome, cancel } = sendOne(item, (progress) => change(id, { progress }));
      cancelSending = { id, cancel };
      const ended = await outcome;
      cancelSending = undefined;
      if (find(id) === undefined) return true;
      if (ended === 'sent') {
        drop(id);
        return true;
      }
      if (ended === 'waiting') unanswered = 0;
      else if (!ended.unanswered || ++unanswered === MOST_UNANSWERED) {
        change(id, { state: 'failed', progress: 0, error: ended.failed });
        return false;
      }
      change(id, { state: 'waiting', progress: 0 });
      await untilConnected();
    }
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => current,
    add: (files) => {
      const fitting = files.filter((file) => !isTooLarge(file));
      const items = fitting.map((file): Attachment => ({ id: newId(), file, state: 'queued', progress: 0 }));
      if (items.length > 0) set({ ...current, items: [...current.items, ...items] });
      return files.filter((file) => isTooLarge(file));
    },
    remove: (id) => {
      drop(id);
      if (cancelSending?.id === id) cancelSending.cancel();
    },
    send: async (sendOne, untilConnected, holdsText) => {
      if (current.isSending) return false;
      set({ ...current, isSending: true, holdsText });
      try {
        for (const { id } of current.items) if (!(await sendUntilDone(id, sendOne, untilConnected))) return false;
        return true;
      } finally {
        set({ ...current, isSending: false, holdsText: false });
      }
    },
  };
};
