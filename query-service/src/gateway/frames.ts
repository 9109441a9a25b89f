import { frames } from '@quorum/contracts/routes.ts';
import type { FrameName, ServerFrames, Shown } from '@quorum/contracts/socket.ts';
import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import { loaders } from '../features.ts';
import type { Reading } from '../reading/context.ts';
import { find, type Loading } from '../reading/loaders.ts';

export type Frame = {
  readonly name: keyof ServerFrames;
  readonly payload: unknown;
  readonly audience: string;
  readonly sequence: number;
};

export type FramesOf = (changes: readonly Change[]) => Promise<readonly Frame[]>;

type Body = { readonly name: FrameName; readonly payload: object };

/** Present views, by what they show and the id. Each thing is loaded once for all changes. */
type Views = ReadonlyMap<Shown, ReadonlyMap<string, unknown>>;

type Parts = { readonly of: readonly Shown[]; readonly also: readonly Shown[] };

const partsOf = (kind: string): Parts => {
  const frame: Partial<Parts> = kind in frames ? frames[kind as FrameName] : {};
  return { of: frame.of ?? [], also: frame.also ?? [] };
};

/** Everything that a frame of this kind may show, or that takes its place when that is gone. */
const shownBy = (kind: string): readonly Shown[] => {
  const { of, also } = partsOf(kind);
  return [...of, ...also, ...of.flatMap((shown) => shownBy(loaders[shown].gone ?? ''))];
};

const viewOf = (views: Views, change: Change, shown: Shown): unknown =>
  views.get(shown)?.get(loaders[shown].idOf(change));

const loadViews = async (loading: Loading, changes: readonly Change[]): Promise<Views> => {
  const wanted = new Map<Shown, Change[]>();
  for (const change of changes)
    for (const shown of new Set(shownBy(change.kind))) wanted.set(shown, [...(wanted.get(shown) ?? []), change]);
  const loaded = [...wanted].map(async ([shown, asked]) => [shown, await loaders[shown].load(loading, asked)] as const);
  return new Map(await Promise.all(loaded));
};

/** A thing that is gone is reported as gone, so that a replay always ends in the current state. */
const bodyOf = (views: Views, change: Change, kind = change.kind): Body => {
  const { of, also } = partsOf(kind);
  let payload: object = change.data;
  for (const shown of [...of, ...also]) {
    const { into, gone, goneData } = loaders[shown];
    const view = viewOf(views, change, shown);
    if (view !== undefined) payload = into(payload, view);
    else if (gone !== undefined && of.includes(shown)) {
      const instead = bodyOf(views, change, gone);
      return { ...instead, payload: { ...instead.payload, ...goneData?.(change) } };
    }
  }
  return { name: kind as FrameName, payload };
};

/**
 * Turns thin changes into frames, with each thing in its current state, as a query would show it. One view serves everyone in the
 * audience. @param origin begins invite links; if empty, they are relative.
 */
export const framesWith =
  (context: Reading, origin: string): FramesOf =>
  async (changes) => {
    const groupIds = changes.flatMap(({ kind, data }) => (shownBy(kind).length === 0 ? [] : [String(data.groupId)]));
    const groups = await find(context, 'groups', groupIds);
    const views = await loadViews({ context, groups, origin }, changes);
    return changes.map((change): Frame => {
      const { audience, sequence } = change;
      return { ...bodyOf(views, change), audience, sequence };
    });
  };
