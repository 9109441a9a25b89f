import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { hasFields } from '../../shared/lib/has-fields.ts';
import { type KeyValueStorage, readJson } from '../services/storage.ts';
import { onSignedIn } from '../session/on-signed-in.ts';
import { selectUserId, sessionEnded } from '../session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import type { AppThunk, Listen } from '../store/state.ts';
import type { Picked } from './mentions.ts';
import { draftPrefix } from './outbox/unsent.ts';

/** An unsent text, and the message it replies to. */
export type Draft = {
  readonly text: string;
  readonly replyTo: MessageView | null;
  /** Whom it mentions. */
  readonly picked?: readonly Picked[];
};
export type Drafts = Readonly<Record<string, Draft>>;

export const emptyDraft: Draft = { text: '', replyTo: null };

export const isEmptyDraft = ({ text, replyTo }: Draft): boolean => text === '' && replyTo === null;

declare module '../store/state.ts' {
  interface RootState {
    readonly drafts: Drafts;
  }
}

export const draftSlice = createSlice({
  name: 'drafts',
  initialState: {} as Drafts,
  reducers: {
    draftsLoaded: (_, { payload }: PayloadAction<Drafts>): Drafts => payload,
    draftChanged: (
      drafts: Drafts,
      { payload: { groupId, draft } }: PayloadAction<{ readonly groupId: string; readonly draft: Draft }>,
    ): Drafts => {
      const { [groupId]: _, ...others } = drafts;
      return isEmptyDraft(draft) ? others : { ...others, [groupId]: draft };
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => ({})),
  selectors: { selectDraft: (drafts: Drafts, groupId: string): Draft => drafts[groupId] ?? emptyDraft },
});

export const { draftsLoaded, draftChanged } = draftSlice.actions;
export const { selectDraft } = draftSlice.selectors;

const isDraft = (value: unknown): value is Draft => hasFields(value, { text: 'string', replyTo: 'object' });

export const draftKey = (userId: string, groupId: string): string => `${draftPrefix(userId)}${groupId}`;

export const storedDraft = (storage: KeyValueStorage, userId: string, groupId: string): Draft =>
  readJson(storage, draftKey(userId, groupId), isDraft) ?? emptyDraft;

export const storedDrafts = (storage: KeyValueStorage, userId: string): Drafts => {
  const prefix = draftPrefix(userId);
  const drafts: Record<string, Draft> = {};
  for (const key of storage.keys()) {
    const draft = key.startsWith(prefix) ? readJson(storage, key, isDraft) : undefined;
    if (draft !== undefined) drafts[key.slice(prefix.length)] = draft;
  }
  return drafts;
};

/** Stores a group's draft. An empty one is removed. */
export const saveDraft =
  (groupId: string, draft: Draft): AppThunk =>
  (dispatch, getState, { storage }) => {
    const userId = selectUserId(getState());
    if (userId === undefined) return;
    const key = draftKey(userId, groupId);
    if (isEmptyDraft(draft)) storage.remove(key);
    else storage.set(key, JSON.stringify(draft));
    dispatch(draftChanged({ groupId, draft }));
  };

/** Takes over a draft that another tab of this browser stored. */
export const followDraft =
  (userId: string, groupId: string): AppThunk =>
  (dispatch, _, { storage }) => {
    dispatch(draftChanged({ groupId, draft: storedDraft(storage, userId, groupId) }));
  };

export const loadDrafts =
  (userId: string): AppThunk =>
  (dispatch, _, { storage }) => {
    dispatch(draftsLoaded(storedDrafts(storage, userId)));
  };

export const draftEffects = (listen: Listen): void =>
  onSignedIn(listen, ({ dispatch }, userId) => dispatch(loadDrafts(userId)));

/** The user's unsent text in a group. It survives a reload and a switch to another group. */
export function useDraft(groupId: string): readonly [Draft, (change: Partial<Draft>) => void] {
  const dispatch = useAppDispatch();
  const draft = useAppSelector((state) => selectDraft(state, groupId));
  const change = useCallback(
    (part: Partial<Draft>) => dispatch(saveDraft(groupId, { ...draft, ...part })),
    [dispatch, groupId, draft],
  );
  return [draft, change];
}
