import type { FrameName, PayloadOf, Sequenced, Sequences } from '@quorum/contracts/socket.ts';
import type { Services } from '../services/services.ts';
import { selectUserId } from '../session/session-slice.ts';
import { type Change, changed, collectChanges, followChanges } from '../store/changes.ts';
import type { AppDispatch, RootState } from '../store/state.ts';
import { baseApi, type Tag } from './base-api.ts';

type About<Arg> = { readonly arg: Arg; readonly at: Sequenced | undefined; readonly userId: string | undefined };

/** The user's own audience, and that of every group, as an entry `follows` them. */
export const OWN = 'own';
export const EVERY_GROUP = 'groups';

export const ofAudiences = (ids: readonly string[]): Tag[] => ids.map((id) => ({ type: 'audience', id }));

/** Pure changes to an entry's data, by the change's name. Each returns the same object when it changes nothing. */
export type Patches<Data, Arg> = {
  readonly [N in FrameName]?: (data: Data, payload: PayloadOf<N>, about: About<Arg>) => Data;
};

export type Reloads<Data, Arg> = {
  readonly [N in FrameName]?: (payload: PayloadOf<N>, data: Data, arg: Arg) => boolean;
};

type Live<Data, Arg> = {
  readonly tag: (arg: Arg) => Tag;
  /** Limits the entry to the changes of one group. Without it, the entry takes all of them. */
  readonly group?: (arg: Arg) => string;
  readonly patches?: Patches<Data, Arg>;
  /** By the change's name: whether the change says too little, so that the entry must be loaded again. */
  readonly reloads?: Reloads<Data, Arg>;
  /** Loads the entries of a tag again, now or later, because of a change. Each entry asks for it. */
  readonly reloading?: (tagId: string, change: Change, reload: () => void) => void;
  /**
   * Audiences after whose changes the entry has to be loaded again if they could not be followed one by one: groups by id, or those
   * below. By default its group, or the user's own.
   */
  readonly follows?: (arg: Arg) => readonly string[];
  /** The audience whose sequence the response header gives. */
  readonly audience?: (arg: Arg, userId: string) => string;
};

export const patched = <Data, Arg>(
  patches: Patches<Data, Arg>,
  data: Data,
  change: Change,
  about: Omit<About<Arg>, 'at'>,
): Data => {
  const patch = patches[change.name] as ((data: Data, payload: unknown, about: About<Arg>) => Data) | undefined;
  return patch === undefined ? data : patch(data, change.payload, { ...about, at: change.at });
};

export const isOfGroup = ({ payload }: Change, groupId: string): boolean =>
  'groupId' in payload && payload.groupId === groupId;

type ReadMeta = { readonly sequence?: number; readonly sequences?: Sequences } | undefined;

type Api = {
  readonly dispatch: (action: never) => unknown;
  readonly getState: () => unknown;
  readonly extra: unknown;
};
type Entry<Data> = Api & {
  readonly getCacheEntry: () => { readonly data?: Data | undefined };
  readonly updateCachedData: (recipe: () => Data) => unknown;
};

const dispatchTo = ({ dispatch }: Api): AppDispatch => dispatch as unknown as AppDispatch;

/**
 * Makes a query's cache entry own its live updates. The entry applies changes for as long as it exists. After each load
 * it applies the changes that arrived during the load once more, so the order of load and change does not matter.
 */
export const liveUpdates = <Data, Arg>({
  tag,
  group,
  patches = {},
  reloads = {},
  reloading = (_, __, reload) => reload(),
  follows = (arg) => [group?.(arg) ?? OWN],
  audience,
}: Live<Data, Arg>) => {
  const take = (entry: Entry<Data>, arg: Arg, change: Change): void => {
    const { getCacheEntry, updateCachedData, getState } = entry;
    const { data } = getCacheEntry();
    if (data === undefined) return;
    if (group !== undefined && !isOfGroup(change, group(arg))) return;
    const userId = selectUserId(getState() as RootState);
    const next = patched(patches, data, change, { arg, userId });
    if (next !== data) updateCachedData(() => next);
    const isReloaded = reloads[change.name] as ((payload: unknown, data: Data, arg: Arg) => boolean) | undefined;
    if (!isReloaded?.(change.payload, data, arg)) return;
    const reloaded = tag(arg);
    reloading(reloaded.id ?? '', change, () => void dispatchTo(entry)(baseApi.util.invalidateTags([reloaded])));
  };

  return {
    providesTags: (_result: unknown, _error: unknown, arg: Arg) => [tag(arg), ...ofAudiences(follows(arg))],
    onCacheEntryAdded: async (arg: Arg, entry: Entry<Data> & { readonly cacheEntryRemoved: Promise<void> }) => {
      const stop = dispatchTo(entry)(followChanges((change) => take(entry, arg, change)));
      await entry.cacheEntryRemoved;
      stop();
    },
    onQueryStarted: async (
      arg: Arg,
      entry: Entry<Data> & { readonly queryFulfilled: Promise<{ readonly meta: ReadMeta }> },
    ) => {
      const { link } = entry.extra as Services;
      const [changes, stop] = dispatchTo(entry)(collectChanges());
      const answer = await entry.queryFulfilled.catch(() => undefined);
      stop();
      if (answer === undefined) return;
      const { sequence, sequences } = answer.meta ?? {};
      const userId = selectUserId(entry.getState() as RootState);
      if (sequences !== undefined) link.noteRead(sequences);
      else if (audience !== undefined && sequence !== undefined && userId !== undefined)
        link.noteRead({ [audience(arg, userId)]: sequence });
      for (const change of changes) take(entry, arg, change);
    },
  };
};

/** For commands: treats the answer as if the server had pushed it as a change. */
export const announces = <Data, Arg>(changeOf: (data: Data, arg: Arg) => Change | undefined) => ({
  onQueryStarted: async (arg: Arg, api: Api & { readonly queryFulfilled: Promise<{ readonly data: Data }> }) => {
    const answer = await api.queryFulfilled.catch(() => undefined);
    const change = answer && changeOf(answer.data, arg);
    if (change !== undefined) dispatchTo(api)(changed(change));
  },
});
