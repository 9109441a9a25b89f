import { useEffect } from 'react';
import type { Searched } from '../search/searched.ts';

/** Actions of a screen that need no pointing: by a key, or from the palette. */
export type ScreenActionId =
  | 'createEvent'
  | 'createGroup'
  | 'joinGroup'
  | 'search'
  | 'today'
  | 'jumpToDate'
  | 'showList'
  | 'showDay'
  | 'showWeek'
  | 'showMonth'
  | 'shortcuts'
  | 'signOut';

/** Single keys, which work where nothing is typed. The list of shortcuts shows this table. */
export const singleKeys: Readonly<Record<string, ScreenActionId>> = {
  '/': 'search',
  c: 'createEvent',
  t: 'today',
  '?': 'shortcuts',
};

type ScreenAction = (searched?: Searched) => void;

const possible = new Map<ScreenActionId, ScreenAction>();

/** Undefined where the present screen cannot do it, or where the user may not. */
export const screenActionOf = (id: ScreenActionId): ScreenAction | undefined => possible.get(id);

/** Offers the actions of the calling component, for as long as it is shown. */
export const useScreenActions = (actions: { readonly [I in ScreenActionId]?: ScreenAction | undefined }): void =>
  useEffect(() => {
    const offered = Object.entries(actions) as [ScreenActionId, ScreenAction | undefined][];
    for (const [id, action] of offered) if (action !== undefined) possible.set(id, action);
    return () => {
      for (const [id, action] of offered) if (possible.get(id) === action) possible.delete(id);
    };
  });
