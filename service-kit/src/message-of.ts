/** What a thrown value says. Anything can be thrown, also what is no error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
