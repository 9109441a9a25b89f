import { itemTimes, itemWords } from '@quorum/contracts/activity/item-words.ts';
import type { ActivityItemView, ActivityKind } from '@quorum/contracts/activity/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { nameOfMention } from '@quorum/contracts/message/spoken-text.ts';
import { splitAtMentions } from '@quorum/contracts/text/mentions.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { ArrowRight, AtSign, Calendar, type LucideIcon, Reply, Shield } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { avatarOf } from '../../data/user/person-label.ts';
import type { AccentName } from '../../shared/lib/accent.ts';
import { pathOfEvent, pathOfGroup, pathOfMessage } from '../../shared/lib/addresses.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { Avatar } from '../../shared/ui/people/avatar.tsx';
import { GroupAvatar } from '../../shared/ui/people/group-avatar.tsx';
import { itemName } from './item-text.ts';

interface ActivityItemProps {
  item: ActivityItemView;
  /** Undefined for one that the user is not in. */
  group: GroupView | undefined;
  accent: AccentName;
  timeZone: string;
  isUnread: boolean;
  tabIndex: 0 | -1;
  onFocus: () => void;
  onMembers: (groupId: string) => void;
}

/** Where an item leads. A removal leads nowhere. */
const pathOf = ({ kind, groupId, messageId, event, poll, _id }: ActivityItemView): string | undefined => {
  if (messageId !== undefined) return pathOfMessage(groupId, messageId);
  if (poll !== undefined) return pathOfMessage(groupId, poll._id);
  // A cancelled event only has its line in the chat left, and so does an import.
  if (kind === 'cancelled' || kind === 'imported') return pathOfMessage(groupId, _id);
  if (event !== undefined) return pathOfEvent(groupId, event._id);
  return kind === 'removed' ? undefined : pathOfGroup(groupId);
};

const isRole = ({ kind, messageId, event, poll }: ActivityItemView): boolean =>
  messageId === undefined && event === undefined && poll === undefined && kind !== 'imported';

/** One item, as a link to its message, event or group. */
export function ActivityItem(props: ActivityItemProps) {
  const { item, group, timeZone, isUnread, tabIndex, onFocus, onMembers } = props;
  const path = pathOf(item);
  const shared = {
    className: classNames('activity-item', isUnread && 'is-unread'),
    'aria-label': itemName(item, group?.name ?? item.groupName ?? '', timeZone, isUnread),
    tabIndex,
    onFocus,
  };
  const inside = <Inside {...props} />;
  if (path === undefined)
    return (
      <div role="img" {...shared}>
        {inside}
      </div>
    );
  return (
    <Link to={path} {...shared} {...(isRole(item) && { onClick: () => onMembers(item.groupId) })}>
      {inside}
    </Link>
  );
}

const icons: { readonly [K in ActivityKind]?: LucideIcon } = { mention: AtSign, everyone: AtSign, reply: Reply };

/** The person, or the group for what the product did or became of the reader. */
function Picture({
  item,
  group,
  accent,
  name,
}: Pick<ActivityItemProps, 'item' | 'group' | 'accent'> & { name: string }) {
  const Icon = icons[item.kind] ?? (isRole(item) ? Shield : Calendar);
  const isOfGroup = isRole(item) || item.kind === 'seat' || item.kind === 'poll';
  return (
    <span className="activity-item__picture">
      {isOfGroup ? (
        <GroupAvatar size={40} name={name} imageUrl={group?.imageUrl ?? null} accent={accent} />
      ) : (
        <Avatar size={40} {...avatarOf(item.person)} />
      )}
      <span className="activity-item__kind">
        <Icon className="i i--sm" />
      </span>
    </span>
  );
}

function Inside({ item, group, accent, timeZone }: ActivityItemProps) {
  const name = group?.name ?? item.groupName ?? '';
  return (
    <>
      <Picture item={item} group={group} accent={accent} name={name} />
      <span className="activity-item__main">
        <span className="activity-item__line">
          {itemWords(item, name, timeZone)?.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their order.
            <Fragment key={at}>{at % 2 === 1 ? <bdi>{part}</bdi> : part}</Fragment>
          ))}
        </span>
        <span className="activity-item__group" data-accent={accent}>
          <i className="dot" />
          <span className="cut" dir="auto">
            {name}
          </span>
        </span>
        {item.text === undefined ? (
          <Times item={item} timeZone={timeZone} />
        ) : (
          <Text item={item} text={item.text} accent={accent} />
        )}
      </span>
      <time dateTime={item.at}>{timeLabel(item.at, timeZone)}</time>
      <i className="activity-item__dot" />
    </>
  );
}

/** When the event was, and when it is. */
function Times({ item, timeZone }: Pick<ActivityItemProps, 'item' | 'timeZone'>) {
  const { from, to } = itemTimes(item, timeZone);
  if (from === undefined) return to === undefined ? null : <span className="activity-item__times">{to}</span>;
  return (
    <span className="activity-item__times">
      <del>{from}</del>
      {to !== undefined && (
        <>
          <ArrowRight className="i i--sm" />
          <b>{to}</b>
        </>
      )}
    </span>
  );
}

/** The beginning of a message. */
function Text({ item, text, accent }: Pick<ActivityItemProps, 'item' | 'accent'> & { text: string }) {
  return (
    <span className="activity-item__text" data-accent={accent} dir="auto">
      {splitAtMentions(text).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order.
        <Fragment key={at}>{at % 2 === 1 ? <b>@{nameOfMention(part, item)}</b> : part}</Fragment>
      ))}
    </span>
  );
}
