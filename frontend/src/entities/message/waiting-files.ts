/** The files of the outbox that this page has at hand, by the id of the message to be. */
export type WaitingFiles = Map<string, { readonly file: File; readonly cancel: () => void }>;
