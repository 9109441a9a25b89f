/** A promise to be settled from outside; only its first value counts. */
export type Deferred<T> = { readonly promise: Promise<T>; readonly resolve: (value: T) => void };

export const deferred = <T>(): Deferred<T> => {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};
