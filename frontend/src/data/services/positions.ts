/**
 * The newest position in the log that this client has seen. Kept in memory only: after a reload the page takes what the
 * server has, even if the server began a new log.
 */
export type Positions = {
  readonly highest: () => string | undefined;
  readonly note: (position: string | null) => void;
  readonly forget: () => void;
};

export const createPositions = (): Positions => {
  let highest: string | undefined;
  return {
    highest: () => highest,
    note: (position) => {
      if (position !== null && position !== '' && (highest === undefined || position > highest)) highest = position;
    },
    forget: () => {
      highest = undefined;
    },
  };
};
