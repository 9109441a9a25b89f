/** A promise settled from outside. Only the first settlement counts. */
export type Deferred<T> = { readonly promise: Promise<T>; readonly resolve: (value: T) => void };

export const deferred = <T>(): Deferred<T> => {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};
