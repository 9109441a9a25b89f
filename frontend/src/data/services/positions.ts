/**
 * The newest place in the server's history that this client has seen. Kept in memory only: a page that starts anew reads
 * whatever the server has, also after the server itself began a new history.
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
