import { type ComponentType, lazy } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: as `lazy` has it, since components take any properties.
type Module<C extends ComponentType<any>> = { readonly default: C };

/**
 * A component with code of its own, which is loaded with `preload`, or else when the component is first shown. What is loaded by
 * then appears at once: what is typed into it from the moment it was asked for is not lost.
 */
// biome-ignore lint/suspicious/noExplicitAny: as `lazy` has it, since components take any properties.
export const preloadable = <C extends ComponentType<any>>(load: () => Promise<Module<C>>) => {
  let loaded: Module<C> | undefined;
  const fetch = async (): Promise<Module<C>> => {
    loaded = await load();
    return loaded;
  };
  return Object.assign(
    lazy(() => (loaded === undefined ? fetch() : atOnce(loaded))),
    {
      /** Loading that fails now is tried again when the component is shown. */
      preload: (): Promise<unknown> => fetch().catch(() => undefined),
    },
  );
};

/** A promise always keeps React waiting for a moment; this tells it before it asks. */
const atOnce = <M>(module: M): Promise<M> => {
  // biome-ignore lint/suspicious/noThenProperty: all that React calls of the promise.
  const known = { then: (take: (value: M) => unknown) => void take(module) };
  return known as unknown as Promise<M>;
};
