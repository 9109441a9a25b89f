import type { PersonView } from '@quorum/contracts/account/wire.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { AskedWord } from '@quorum/contracts/search/words.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { timeRange } from '@quorum/contracts/time/labels.ts';
import { Link } from 'react-router-dom';
import { useGroupAccents } from '../../data/group/accent.ts';
import type { Searched } from '../../data/search/searched.ts';
import { avatarOf } from '../../data/user/person-label.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import { pathOfEvent, pathOfGroup } from '../../shared/lib/addresses.ts';
import { DateLeaf } from '../../shared/ui/dates/date-leaf.tsx';
import { Marked } from '../../shared/ui/page/marked.tsx';
import { Avatar } from '../../shared/ui/people/avatar.tsx';
import { GroupAvatar } from '../../shared/ui/people/group-avatar.tsx';

interface Shown {
  asked: readonly AskedWord[];
  searched: Searched;
  tabIndex: number;
}

export function EventResult({ event, asked, searched, tabIndex }: Shown & { event: EventView }) {
  const accentOf = useGroupAccents();
  const [timeZone, now] = [useTimeZone(), useMinute()];
  const date = localDate(event.startsAt, timeZone);
  const when = `${shortDayBeside(date, localDate(now, timeZone))}, ${timeRange(event.startsAt, event.endsAt, timeZone)}`;
  return (
    <Link
      className="result result--named"
      data-accent={accentOf(event.groupId)}
      to={pathOfEvent(event.groupId, event._id)}
      state={{ searched }}
      tabIndex={tabIndex}
    >
      <DateLeaf date={date} />
      <span>
        <b className="cut" dir="auto">
          <Marked text={event.name} asked={asked} />
        </b>
        <small>{event.mine?.answer === 'cant' ? `${when} · You can’t come` : when}</small>
        <small dir="auto">{event.groupId === MY_SCHEDULE ? 'My Schedule' : event.groupName}</small>
      </span>
    </Link>
  );
}

export function PersonResult({
  person,
  asked,
  onChoose,
  tabIndex,
}: Omit<Shown, 'searched'> & { person: PersonView; onChoose: () => void }) {
  return (
    <button type="button" className="result result--named" tabIndex={tabIndex} onClick={onChoose}>
      <Avatar size={32} {...avatarOf(person)} />
      <span>
        <b className="cut" dir="auto">
          <Marked text={personName(person)} asked={asked} />
        </b>
        <small>Show their messages</small>
      </span>
    </button>
  );
}

interface GroupResultProps extends Shown {
  group: Pick<GroupView, '_id' | 'name' | 'imageUrl' | 'memberCount'>;
}

export function GroupResult({ group, asked, searched, tabIndex }: GroupResultProps) {
  const accentOf = useGroupAccents();
  return (
    <Link className="result result--named" to={pathOfGroup(group._id)} state={{ searched }} tabIndex={tabIndex}>
      <GroupAvatar size={32} name={group.name} imageUrl={group.imageUrl} accent={accentOf(group._id)} />
      <span>
        <b className="cut" dir="auto">
          <Marked text={group.name} asked={asked} />
        </b>
        <small>{counted(group.memberCount, 'member')}</small>
      </span>
    </Link>
  );
}
