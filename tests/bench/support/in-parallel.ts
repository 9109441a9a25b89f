/** Works on all items, so many at a time. */
export const inParallel = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  atOnce = 32,
): Promise<void> => {
  const left = items.values();
  const run = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
};
