import { type ReactionEmoji, reactionPalette } from '@quorum/contracts/message/rules.ts';
import { spokenText } from '@quorum/contracts/message/spoken-text.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { findLinks } from '@quorum/contracts/text/find-links.ts';
import { Copy, Ellipsis, Flag, Globe, Link as LinkIcon, Pencil, Pin, PinOff, Reply, Smile, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { MessageRights } from '../../../data/message/message-rights.ts';
import { usePinning } from '../../../data/pins/use-pinning.ts';
import { linkTo, pathOfMessage } from '../../../shared/lib/addresses.ts';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { Menu, MenuItem } from '../../../shared/ui/overlays/menu.tsx';
import { Popover } from '../../../shared/ui/overlays/popover.tsx';
import { useCopy } from '../../../shared/ui/overlays/use-copy.ts';
import { useChatContext } from '../chat-context.ts';
import { reactionNames } from '../reaction-names.ts';
import { summaryOf } from '../summary.ts';
import { useReacting } from './reactions.tsx';
import './message-tools.css';

/** Offered directly in a message's toolbar. */
const quickReactions = ['👍', '❤️', '🎉'] as const satisfies readonly ReactionEmoji[];

export interface MessageToolsProps {
  message: MessageView;
  rights: MessageRights;
  /** A menu of the tools is open, so they must stay. */
  onBusy: (busy: boolean) => void;
}

/** The tools beside the hovered or focused message. */
export function MessageTools({ message, rights, onBusy }: MessageToolsProps) {
  const { reply, edit } = useChatContext();
  const react = useReacting(message);
  // They may go while their menu is open, with a message that somebody deletes.
  useEffect(() => () => onBusy(false), [onBusy]);
  return (
    <div className="message__acts" role="toolbar" aria-label="Message actions">
      {quickReactions.map((emoji) => (
        <IconButton
          key={emoji}
          label={`React with ${reactionNames[emoji].toLowerCase()}`}
          icon={emoji}
          onClick={() => void react(emoji)}
        />
      ))}
      <hr />
      <Palette onPick={(emoji) => void react(emoji)} onBusy={onBusy} />
      {rights.edit ? (
        <IconButton label="Edit" icon={<Pencil className="i" />} onClick={() => edit(message)} />
      ) : (
        <IconButton label="Reply" icon={<Reply className="i" />} onClick={() => reply(message)} />
      )}
      <MessageMenu message={message} rights={rights} onBusy={onBusy} onReact={(emoji) => void react(emoji)} />
    </div>
  );
}

type PaletteProps = Pick<MessageToolsProps, 'onBusy'> & { onPick: (emoji: ReactionEmoji) => void };

function Palette({ onPick, onBusy }: PaletteProps) {
  const [isOpen, setOpen] = useState(false);
  const open = (next: boolean) => {
    setOpen(next);
    onBusy(next);
  };
  return (
    <Popover
      label="Add reaction"
      align="end"
      className="reaction-choice"
      open={isOpen}
      onOpenChange={open}
      trigger={<IconButton label="Add reaction" icon={<Smile className="i" />} />}
    >
      {reactionPalette.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-label={reactionNames[emoji]}
          onClick={() => {
            open(false);
            onPick(emoji);
          }}
        >
          {emoji}
        </button>
      ))}
    </Popover>
  );
}

function MessageMenu(props: MessageToolsProps & { onReact: (emoji: ReactionEmoji) => void }) {
  const { message, rights, onBusy, onReact } = props;
  const { reply, edit, remove, report } = useChatContext();
  const copy = useCopy();
  const webAddress = message.type === 'text' ? findLinks(message.content)[0]?.url : undefined;
  return (
    <Menu label="Message" onOpenChange={onBusy} trigger={<IconButton label="More" icon={<Ellipsis className="i" />} />}>
      <DropdownMenu.Group className="message-menu__reactions" aria-label="Reactions" onKeyDown={moveInRow}>
        {reactionPalette.map((emoji) => (
          <DropdownMenu.Item key={emoji} aria-label={reactionNames[emoji]} onSelect={() => onReact(emoji)}>
            {emoji}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Group>
      <MenuItem icon={<Reply className="i" />} onSelect={() => reply(message)}>
        Reply
      </MenuItem>
      {rights.edit && (
        <MenuItem icon={<Pencil className="i" />} onSelect={() => edit(message)}>
          Edit
        </MenuItem>
      )}
      {message.type === 'text' && (
        <MenuItem icon={<Copy className="i" />} onSelect={() => copy(wordsOf(message))}>
          Copy text
        </MenuItem>
      )}
      <MenuItem
        icon={<LinkIcon className="i" />}
        onSelect={() => copy(linkTo(pathOfMessage(message.groupId, message._id)))}
      >
        Copy link to message
      </MenuItem>
      {webAddress !== undefined && (
        <MenuItem icon={<Globe className="i" />} onSelect={() => copy(webAddress)}>
          Copy web address
        </MenuItem>
      )}
      <PinItem message={message} rights={rights} />
      {rights.report && (
        <MenuItem icon={<Flag className="i" />} onSelect={() => report(message)}>
          Report
        </MenuItem>
      )}
      {rights.delete && (
        <MenuItem danger icon={<Trash2 className="i" />} onSelect={() => remove(message)}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}

function PinItem({ message, rights }: Pick<MessageToolsProps, 'message' | 'rights'>) {
  const { isPinned, pin, unpin } = usePinning(message);
  if (!rights.pin) return null;
  return isPinned ? (
    <MenuItem icon={<PinOff className="i" />} onSelect={() => void unpin()}>
      Unpin
    </MenuItem>
  ) : (
    <MenuItem icon={<Pin className="i" />} onSelect={() => void pin()}>
      Pin
    </MenuItem>
  );
}

/** The menu itself knows one column. In the row, left and right lead to its neighbours, and down out of it. */
const moveInRow = (event: KeyboardEvent<HTMLElement>): void => {
  const { target, currentTarget: row, key } = event;
  if (!(target instanceof HTMLElement)) return;
  const next: Readonly<Record<string, Element | null>> = {
    ArrowLeft: target.previousElementSibling,
    ArrowRight: target.nextElementSibling,
    ArrowDown: row.nextElementSibling,
  };
  const to = next[key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  if (to instanceof HTMLElement) to.focus();
};

const wordsOf = (message: MessageView): string => (message.isEvent ? summaryOf(message) : spokenText(message));
