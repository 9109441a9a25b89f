/** The default for errors that nobody listens to. */
export const warn = (error: unknown): void => {
  process.emitWarning(error instanceof Error ? error : String(error));
};
