import { isTooLarge } from '@quorum/contracts/text/file-kinds.ts';

export type Attachment = {
  /** The id that its message will have. */
  readonly id: string;
  readonly file: File;
  /** `failed`: refused by the server. Sending again retries it. */
  readonly state: 'queued' | 'sending' | 'failed';
  /** Share of the bytes that were sent, 0-1. */
  readonly progress: number;
  readonly error?: string;
};

export type AttachmentsState = {
  readonly items: readonly Attachment[];
  readonly isSending: boolean;
  /** A text waits until the files have been sent. */
  readonly holdsText: boolean;
};

/** How sending a file ended. `unanswered`: the connection broke, or there was none. */
export type SendOutcome = 'sent' | 'unanswered' | { readonly failed: string };
type SendEnd = 'sent' | 'unanswered' | 'failed' | 'cancelled';
export type SendOne = (
  attachment: Attachment,
  onProgress: (progress: number) => void,
) => { readonly outcome: Promise<SendOutcome>; readonly cancel: () => void };

/** The files chosen for one group. They are kept in the page only, and survive a switch to another group. */
export type Attachments = {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => AttachmentsState;
  /** Queues the files that are not too large and returns the others. */
  readonly add: (files: readonly File[]) => readonly File[];
  /** Removes a file, and cancels its sending. */
  readonly remove: (id: string) => void;
  /**
   * Sends the queued files one after another. Stops at the first that is `unanswered` or `failed`; it stays in the queue
   * and is sent again under the same id. `cancelled`: none of them went out.
   */
  readonly send: (sendOne: SendOne, holdsText: boolean) => Promise<SendEnd>;
  /** Empties the queue, to send its files in another way. */
  readonly takeAll: () => readonly Attachment[];
};

/** The state with its listeners, and the changes of one file in it. */
const createQueue = () => {
  let current: AttachmentsState = { items: [], isSending: false, holdsText: false };
  const listeners = new Set<() => void>();
  const set = (part: Partial<AttachmentsState>): void => {
    current = { ...current, ...part };
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => current,
    set,
    find: (id: string): Attachment | undefined => current.items.find((item) => item.id === id),
    drop: (id: string): void => set({ items: current.items.filter((item) => item.id !== id) }),
    change: (id: string, by: (item: Attachment) => Attachment): void =>
      set({ items: current.items.map((item) => (item.id === id ? by(item) : item)) }),
  };
};

const started = ({ error: _, ...item }: Attachment): Attachment => ({ ...item, state: 'sending', progress: 0 });

export const createAttachments = (newId: () => string): Attachments => {
  const queue = createQueue();
  let inFlight: { readonly id: string; readonly cancel: () => void } | undefined;

  const sendItem = async (id: string, sendOne: SendOne): Promise<SendEnd> => {
    const item = queue.find(id);
    if (item === undefined) return 'cancelled';
    queue.change(id, started);
    const { outcome, cancel } = sendOne(item, (progress) => queue.change(id, (now) => ({ ...now, progress })));
    inFlight = { id, cancel };
    const ended = await outcome;
    inFlight = undefined;
    if (ended === 'sent') {
      queue.drop(id);
      return 'sent';
    }
    if (queue.find(id) === undefined) return 'cancelled';
    if (ended === 'unanswered') {
      queue.change(id, (now) => ({ ...now, state: 'queued', progress: 0 }));
      return 'unanswered';
    }
    queue.change(id, (now) => ({ ...now, state: 'failed', progress: 0, error: ended.failed }));
    return 'failed';
  };

  return {
    subscribe: queue.subscribe,
    state: queue.state,
    add: (files) => {
      const fitting = files.filter((file) => !isTooLarge(file));
      const items = fitting.map((file): Attachment => ({ id: newId(), file, state: 'queued', progress: 0 }));
      if (items.length > 0) queue.set({ items: [...queue.state().items, ...items] });
      return files.filter((file) => isTooLarge(file));
    },
    remove: (id) => {
      queue.drop(id);
      if (inFlight?.id === id) inFlight.cancel();
    },
    send: async (sendOne, holdsText) => {
      queue.set({ isSending: true, holdsText });
      let all: SendEnd = 'cancelled';
      try {
        for (const { id } of queue.state().items) {
          const ended = await sendItem(id, sendOne);
          if (ended === 'unanswered' || ended === 'failed') return ended;
          if (ended === 'sent') all = ended;
        }
        return all;
      } finally {
        queue.set({ isSending: false, holdsText: false });
      }
    },
    takeAll: () => {
      const { items } = queue.state();
      queue.set({ items: [] });
      return items;
    },
  };
};

type Held = { readonly attachments: Map<string, Attachments>; readonly newId: () => string };

export const attachmentsOf = ({ attachments, newId }: Held, userId: string, groupId: string): Attachments => {
  const key = `${userId} ${groupId}`;
  const known = attachments.get(key) ?? createAttachments(newId);
  attachments.set(key, known);
  return known;
};

/** Whether a user has chosen files that are not sent yet. */
export const hasChosenFiles = ({ attachments }: Pick<Held, 'attachments'>, userId: string): boolean =>
  [...attachments].some(([key, chosen]) => key.startsWith(`${userId} `) && chosen.state().items.length > 0);
