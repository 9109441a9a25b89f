import { type ComponentType, lazy } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: as `lazy` has it, since components take any properties.
type Module<C extends ComponentType<any>> = { readonly default: C };

type Loading = <M>(load: () => Promise<M>) => Promise<M>;
let loading: Loading = (load) => load();
/** How code is loaded when it is shown, from now on. The first page has no room for more than a plain call. */
export const loadCodeBy = (by: Loading): void => {
  loading = by;
};

/**
 * A component with separate code. `preload` loads it; otherwise it loads when first shown. Loaded code renders at once,
 * so no typing is lost between opening and rendering.
 */
// biome-ignore lint/suspicious/noExplicitAny: as `lazy` has it, since components take any properties.
export const preloadable = <C extends ComponentType<any>>(load: () => Promise<Module<C>>) => {
  let loaded: Module<C> | undefined;
  const fetch = async (): Promise<Module<C>> => {
    loaded = await load();
    return loaded;
  };
  return Object.assign(
    lazy(() => (loaded === undefined ? loading(fetch) : atOnce(loaded))),
    {
      /** A failure is retried when the component is shown. */
      preload: (): Promise<unknown> => fetch().catch(() => undefined),
    },
  );
};

/** A promise makes React wait for a moment. This thenable answers synchronously. */
const atOnce = <M>(module: M): Promise<M> => {
  // biome-ignore lint/suspicious/noThenProperty: all that React calls of the promise.
  const known = { then: (take: (value: M) => unknown) => void take(module) };
  return known as unknown as Promise<M>;
};
