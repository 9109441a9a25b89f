import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { nameOfMention } from '@quorum/contracts/message/spoken-text.ts';
import { EVERYONE } from '@quorum/contracts/text/mentions.ts';
import { isErased, personName } from '@quorum/contracts/text/person-name.ts';
import { Search } from 'lucide-react';
import { useContext, useState } from 'react';
import { useMember } from '../../../../data/group/use-mentionable.ts';
import { avatarOf } from '../../../../data/user/person-label.ts';
import { classNames } from '../../../../shared/lib/class-names.ts';
import { roleLabels } from '../../../../shared/lib/role-labels.ts';
import { Popover } from '../../../../shared/ui/overlays/popover.tsx';
import { Avatar } from '../../../../shared/ui/people/avatar.tsx';
import { type Chat, ChatContext } from '../../chat-context.ts';
import './mention.css';

interface MentionProps {
  /** An id, or `everyone`. */
  mentioned: string;
  mentions: readonly PersonView[];
}

/** A name in a text. That of the reader stands out. */
export function Mention({ mentioned, mentions }: MentionProps) {
  const chat = useContext(ChatContext);
  const person = mentions.find(({ _id }) => _id === mentioned);
  const isMe = mentioned === EVERYONE || mentioned === chat?.userId;
  if (chat !== null && person !== undefined && !isErased(person))
    return <MentionedPerson person={person} chat={chat} isMe={isMe} />;
  return <span className={classNames('mention', isMe && 'is-me')}>@{nameOfMention(mentioned, { mentions })}</span>;
}

const LEFT = 'No longer in this group';

/** Pressing the name shows who it is. */
function MentionedPerson({ person, chat, isMe }: { person: PersonView; chat: Chat; isMe: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const member = useMember(chat.group, person, { isAsked: isOpen });
  const name = personName(person);
  return (
    <Popover
      label={name}
      align="start"
      className="mentioned"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className={classNames('mention', isMe && 'is-me', member === null && 'is-gone')}
          title={member === null ? LEFT : undefined}
        >
          @{name}
        </button>
      }
    >
      <div className="mentioned__who">
        <Avatar size={48} {...avatarOf(person)} />
        <span>
          <b dir="auto">{name}</b>
          <small>{member === null ? LEFT : member && (roleLabels[member.role] || 'Member')}</small>
        </span>
      </div>
      {/* The field of the search takes the focus, which closes this. */}
      <button type="button" className="menu__item" onClick={() => chat.searchFrom(person)}>
        <Search className="i" />
        <span>
          Messages from <bdi>{person.firstName || name}</bdi>
        </span>
      </button>
    </Popover>
  );
}
