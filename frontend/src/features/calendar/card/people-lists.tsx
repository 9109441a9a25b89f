import type { RsvpView } from '@quorum/contracts/attendance/wire.ts';
import { ordinal } from '@quorum/contracts/text/ordinal.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { avatarOf } from '../../../data/user/person-label.ts';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';
import { Badge } from '../../../shared/ui/people/badge.tsx';
import './event-people.css';

export const LISTS = [
  { answer: 'going', title: 'Going' },
  { answer: 'waiting', title: 'Waitlist' },
  { answer: 'maybe', title: 'Maybe' },
  { answer: 'cant', title: 'Can’t' },
  { answer: 'none', title: 'No answer yet' },
] as const;

export type List = (typeof LISTS)[number];

export interface PersonProps {
  rsvp: RsvpView;
  /** The event that people answered. */
  creatorId: string;
}

export function Person({ rsvp: { user, guests, place, notConfirmed }, creatorId }: PersonProps) {
  return (
    <li className="people__person">
      {place !== null && <em className="people__place">{ordinal(place)}</em>}
      <Avatar size={28} {...avatarOf(user)} />
      <span className="cut">{personName(user)}</span>
      {user._id === creatorId && <Badge>Creator</Badge>}
      {guests > 0 && <span className="people__guests">{`+${guests}`}</span>}
      {notConfirmed && <span className="people__open">Not confirmed</span>}
    </li>
  );
}

/** Three rows. */
export function PeopleSkeletons({ title }: { title: string }) {
  return (
    <section aria-busy="true" aria-label={`Loading ${title}`}>
      {[1, 2, 3].map((row) => (
        <div key={row} className="people__person">
          <Skeleton width={28} height={28} radius="full" />
          <Skeleton width="50%" />
        </div>
      ))}
    </section>
  );
}
