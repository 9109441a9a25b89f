/** The files of the outbox, by the id of the message to be. Only this page has them: the browser keeps none over a reload. */
export type WaitingFiles = Map<string, { readonly file: File; readonly cancel: () => void }>;
