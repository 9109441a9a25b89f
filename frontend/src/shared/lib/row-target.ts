/** The index that an arrow, Home or End key leads to in a row, which may lie beyond its ends. Undefined for any other key. */
export const rowTarget = (key: string, index: number, count: number): number | undefined => {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    Home: 0,
    End: count - 1,
  };
  return targets[key];
};
