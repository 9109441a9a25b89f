/** The default destination of errors. */
export const warn = (error: unknown): void => {
  process.emitWarning(error instanceof Error ? error : String(error));
};
