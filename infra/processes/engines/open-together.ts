type Closable = { close(): Promise<void> | void };

/** Has something closed with everything else. */
export type Keep = <T extends Closable | undefined>(opened: T) => T;

/** Closes everything opened, last first, even if opening a later one fails. */
export const openTogether = async <T>(open: (keep: Keep) => Promise<T>): Promise<T & { close(): Promise<void> }> => {
  const opened: Closable[] = [];
  const close = async (): Promise<void> => {
    for (const each of opened.splice(0)) await each.close();
  };
  try {
    const all = await open((each) => {
      if (each !== undefined) opened.unshift(each);
      return each;
    });
    return { ...all, close };
  } catch (error) {
    await close();
    throw error;
  }
};
