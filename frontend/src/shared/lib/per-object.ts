/** Makes something once for each object. The same comes again as long as the object lives, so what draws it sees no change. */
export const perObject = <K extends object, V>(make: (object: K) => V): ((object: K) => V) => {
  const made = new WeakMap<K, V>();
  return (object) => {
    if (!made.has(object)) made.set(object, make(object));
    return made.get(object) as V;
  };
};
