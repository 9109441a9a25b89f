/** Computes a value once for each object. The same object gives the same value, so React redraws nothing for it. */
export const memoizeByIdentity = <K extends object, V>(compute: (object: K) => V): ((object: K) => V) => {
  const computed = new WeakMap<K, V>();
  return (object) => {
    if (!computed.has(object)) computed.set(object, compute(object));
    return computed.get(object) as V;
  };
};
