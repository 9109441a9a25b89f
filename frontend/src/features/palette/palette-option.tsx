import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { AskedWord } from '@quorum/contracts/search/words.ts';
import { shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { useGroupAccents } from '../../data/group/accent.ts';
import { avatarOf } from '../../data/user/person-label.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import { badgeCount } from '../../shared/lib/badge-count.ts';
import { DateLeaf } from '../../shared/ui/dates/date-leaf.tsx';
import { Marked } from '../../shared/ui/page/marked.tsx';
import { Avatar } from '../../shared/ui/people/avatar.tsx';
import { GroupAvatar } from '../../shared/ui/people/group-avatar.tsx';
import type { Option } from './options.ts';

/** One line: an icon, the name with the typed letters marked, and a detail that distinguishes it. */
export function PaletteOption({ option, asked }: { option: Option; asked: readonly AskedWord[] }) {
  return (
    <>
      <Picture option={option} />
      <span className="palette__name cut" dir="auto">
        <Marked text={option.name} asked={asked} />
      </span>
      {/* Not every screen reader says the heading. */}
      <span className="visually-hidden">, {option.kind}</span>
      <small className="cut" dir="auto">
        <Hint option={option} />
      </small>
      {option.kind === 'action' && option.shortcut && (
        <span aria-hidden="true">
          <kbd>{option.shortcut}</kbd>
        </span>
      )}
    </>
  );
}

function Picture({ option }: { option: Option }) {
  const accentOf = useGroupAccents();
  const timeZone = useTimeZone();
  switch (option.kind) {
    case 'group':
      return <GroupAvatar size={28} {...option.group} accent={accentOf(option.group._id)} />;
    case 'event':
      return (
        <span data-accent={accentOf(option.event.groupId)}>
          <DateLeaf date={localDate(option.event.startsAt, timeZone)} />
        </span>
      );
    case 'person':
      return <Avatar size={28} {...avatarOf(option.person)} />;
    default:
      return (
        <span className="palette__icon">
          <option.Icon className="i" />
        </span>
      );
  }
}

function Hint({ option }: { option: Option }) {
  if (option.kind === 'event') return <When event={option.event} />;
  if (option.kind === 'person') return 'Show their messages';
  if (option.kind !== 'group') return null;
  const { unreadCount = 0 } = option.group;
  return unreadCount > 0 && `${badgeCount(unreadCount)} unread`;
}

/** `Fri, May 15, 8:00 PM · Film Club` */
function When({ event }: { event: EventView }) {
  const [timeZone, now] = [useTimeZone(), useMinute()];
  const day = shortDayBeside(localDate(event.startsAt, timeZone), localDate(now, timeZone));
  const where = event.groupId === MY_SCHEDULE ? 'My Schedule' : event.groupName;
  return `${day}, ${timeLabel(event.startsAt, timeZone)} · ${where}`;
}
