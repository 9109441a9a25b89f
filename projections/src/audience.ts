import { type FrameName, type FramesTo, groupAudience, userAudience } from '@quorum/contracts/socket.ts';
import type { EventType } from '@quorum/domain/event-catalogue.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import type { Scalar } from '@quorum/service-kit/ports/read-store.ts';

/** What an audience must hear, without its sequence number. Kinds are the names of the socket's frames. */
export type ThinChange = {
  readonly audience: string;
  readonly kind: FrameName | 'sessionEnded';
  readonly data: { readonly [name: string]: Scalar };
};

export type Data = ThinChange['data'];

/** What each event tells whom. */
export type Rules = { readonly [T in EventType]?: (event: EventOf<T>) => readonly ThinChange[] };

export const toGroup = (kind: FramesTo<'group' | 'calendar'>, groupId: string, data: Data = {}): ThinChange => ({
  audience: groupAudience(groupId),
  kind,
  data: { groupId, ...data },
});

export const toUser = (kind: FramesTo<'person' | 'calendar'>, userId: string, data: Data): ThinChange => ({
  audience: userAudience(userId),
  kind,
  data,
});
