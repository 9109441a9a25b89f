import { isTooLarge } from '@quorum/contracts/text/file-kinds.ts';

export type Attachment = {
  /** Of the message to be. */
  readonly id: string;
  readonly file: File;
  /** `failed` was refused; sending again tries it anew. */
  readonly state: 'queued' | 'sending' | 'failed';
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

/** How one sending ended. `unanswered`: it broke off, or there is no connection at all. */
export type SendOutcome = 'sent' | 'unanswered' | { readonly failed: string };
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
  /**
   * Sends the queued files each in turn, until all of them are out or taken out. What is not `sent` stays, and can be sent
   * again under the same id.
   */
  readonly send: (sendOne: SendOne, holdsText: boolean) => Promise<'sent' | 'unanswered' | 'failed'>;
  /** Takes all of them out at once, to send them in another way. */
  readonly takeAll: () => readonly Attachment[];
};

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

  const sendItem = async (id: string, sendOne: SendOne): Promise<'sent' | 'unanswered' | 'failed'> => {
    const item = find(id);
    if (item === undefined) return 'sent';
    const { error: _, ...rest } = item;
    set({
      ...current,
      items: current.items.map((one) => (one.id === id ? { ...rest, state: 'sending', progress: 0 } : one)),
    });
    const { outcome, cancel } = sendOne(item, (progress) => change(id, { progress }));
    cancelSending = { id, cancel };
    const ended = await outcome;
    cancelSending = undefined;
    if (find(id) === undefined) return 'sent';
    if (ended === 'sent') {
      drop(id);
      return 'sent';
    }
    if (ended === 'unanswered') {
      change(id, { state: 'queued', progress: 0 });
      return 'unanswered';
    }
    change(id, { state: 'failed', progress: 0, error: ended.failed });
    return 'failed';
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
    send: async (sendOne, holdsText) => {
      set({ ...current, isSending: true, holdsText });
      try {
        for (const { id } of current.items) {
          const ended = await sendItem(id, sendOne);
          if (ended !== 'sent') return ended;
        }
        return 'sent';
      } finally {
        set({ ...current, isSending: false, holdsText: false });
      }
    },
    takeAll: () => {
      const { items } = current;
      set({ ...current, items: [] });
      return items;
    },
  };
};
