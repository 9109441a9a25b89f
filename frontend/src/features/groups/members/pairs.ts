/** Two by two; the last row may hold one. */
export const inPairs = <T>(items: readonly T[]): (readonly [T, ...T[]])[] => {
  const pairs: (readonly [T, ...T[]])[] = [];
  for (let at = 0; at < items.length; at += 2) {
    const [first, ...rest] = items.slice(at, at + 2);
    if (first !== undefined) pairs.push([first, ...rest]);
  }
  return pairs;
};
