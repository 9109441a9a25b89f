import type { Group } from '@quorum/domain/group/group.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';

type Asked = {
  readonly members: Group['members'];
  readonly subscribers: ReadonlySet<string>;
  readonly event: StoredEvent;
  /** Whose doing it was. */
  readonly except: string;
};

/** The members of now who get pushes, and were members when it happened. */
export const subscribedMembers = ({ members, subscribers, event, except }: Asked): readonly string[] => {
  const fewer = subscribers.size < members.size ? subscribers : members.keys();
  const wasMember = (userId: string): boolean => (members.get(userId)?.joinedAt ?? '~') <= event.recordedAt;
  return [...fewer].filter((userId) => userId !== except && subscribers.has(userId) && wasMember(userId));
};
