import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { FrameName, FramesTo } from '@quorum/contracts/socket.ts';
import type { EventType } from '@quorum/domain/event-catalogue.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import type { Scalar } from '@quorum/service-kit/ports/read-store.ts';

/** A change for an audience, without its sequence number. Kinds are the names of the socket's frames. */
export type ThinChange = {
  readonly audience: string;
  readonly kind: FrameName | 'sessionEnded';
  readonly data: { readonly [name: string]: Scalar | null };
};

export type Data = ThinChange['data'];

/** The changes that each event causes, per audience. */
export type AllRules = { readonly [T in EventType]: (event: EventOf<T>) => readonly ThinChange[] };

/** The part of one thing. */
export type Rules = Partial<AllRules>;

const nobody = (): readonly ThinChange[] => [];

export const withoutAudience = <T extends EventType>(...types: readonly T[]): { readonly [K in T]: typeof nobody } =>
  Object.fromEntries(types.map((type) => [type, nobody])) as { [K in T]: typeof nobody };

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
