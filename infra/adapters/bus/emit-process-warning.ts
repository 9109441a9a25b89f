/** Where errors go that nobody else wants to hear of. */
export const warn = (error: unknown): void => {
  process.emitWarning(error instanceof Error ? error : String(error));
};
