import type { Sequenced, ServerFrames } from '@quorum/contracts/wire/socket.ts';

type Uncounted = 'ready' | 'userTyping' | 'reload' | 'sessionEnded';

/** Frames that carry a sequence of their audience. */
export type CountedName = Exclude<keyof ServerFrames, Uncounted>;
export type ChangeName = CountedName;

/** A change as pushed by the server. `at`: its place among the changes of its audience; one that the page found out itself has none. */
export type Change = {
  readonly [N in ChangeName]: {
    readonly name: N;
    readonly payload: Parameters<ServerFrames[N]>[0];
    readonly at?: Sequenced;
  };
}[ChangeName];

/** As a record, so that a frame added to the contract does not compile until it is listed. */
const counted: { readonly [N in CountedName]: true } = {
  newMessage: true,
  messageUpdated: true,
  messageDeleted: true,
  messageReaction: true,
  eventCreated: true,
  eventUpdated: true,
  eventDeleted: true,
  groupNameUpdatedInEvents: true,
  groupUpdated: true,
  memberJoined: true,
  memberLeft: true,
  memberUpdated: true,
  groupDeleted: true,
  groupJoined: true,
  groupLeft: true,
  colorPreferencesUpdated: true,
  pinPreferencesUpdated: true,
  groupRead: true,
  accountUpdated: true,
};
export const countedNames = Object.keys(counted) as CountedName[];
