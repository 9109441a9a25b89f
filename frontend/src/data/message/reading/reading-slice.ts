import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from '../../session/session-slice.ts';

/** A reading place in a chat: this many pixels below the top of a message. */
export type Place = { readonly messageId: string; readonly offset: number };

type Reading = {
  /** The group whose newest messages are on screen. New ones are read as they arrive. */
  readonly groupId: string | null;
  /** The message up to which each group is read here, until the server has accepted the mark. */
  readonly wantedMarks: Readonly<Record<string, string>>;
  /** Where each chat opens, by group: where the reader left it. Absent for its end. */
  readonly places: Readonly<Record<string, Place>>;
};

declare module '../../store/state.ts' {
  interface RootState {
    readonly reading: Reading;
  }
}

type ReadingChange = { readonly groupId: string; readonly isReading: boolean };
type Mark = { readonly groupId: string; readonly messageId: string };

type PlaceChange = { readonly groupId: string; readonly place: Place | undefined };

const initialState: Reading = { groupId: null, wantedMarks: {}, places: {} };

export const readingSlice = createSlice({
  name: 'reading',
  initialState,
  reducers: {
    readingChanged: (state, { payload: { groupId, isReading } }: PayloadAction<ReadingChange>) => {
      if (isReading) state.groupId = groupId;
      else if (state.groupId === groupId) state.groupId = null;
    },
    markWanted: ({ wantedMarks }, { payload: { groupId, messageId } }: PayloadAction<Mark>) => {
      wantedMarks[groupId] = messageId;
    },
    /** Ignored when a later mark of the group has replaced this one. */
    markSettled: ({ wantedMarks }, { payload: { groupId, messageId } }: PayloadAction<Mark>) => {
      if (wantedMarks[groupId] === messageId) delete wantedMarks[groupId];
    },
    /** Without a place the chat opens at its end. */
    placeChanged: ({ places }, { payload: { groupId, place } }: PayloadAction<PlaceChange>) => {
      if (place === undefined) delete places[groupId];
      else places[groupId] = place;
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: {
    selectReading: ({ groupId }) => groupId,
    selectPlace: ({ places }, groupId: string) => places[groupId],
    selectWantedMark: ({ wantedMarks }, groupId: string) => wantedMarks[groupId],
  },
});

export const { readingChanged, markWanted, markSettled, placeChanged } = readingSlice.actions;
export const { selectReading, selectWantedMark, selectPlace } = readingSlice.selectors;
