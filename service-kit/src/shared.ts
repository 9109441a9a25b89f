/** A look-up that many may ask for at the same time: whoever asks while one is under way shares its outcome. */
export const shared = <T>(look: () => Promise<T>): (() => Promise<T>) => {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= look().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
};
