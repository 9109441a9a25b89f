import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { PinView } from '@quorum/contracts/pins/wire.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { monthDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { ChevronDown, Pin, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { mayIn } from '../../../data/group/group-rights.ts';
import { pinApi } from '../../../data/pins/pin-api.ts';
import { usePinning } from '../../../data/pins/use-pinning.ts';
import { avatarOf } from '../../../data/user/person-label.ts';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { pathOfMessage } from '../../../shared/lib/addresses.ts';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { Popover } from '../../../shared/ui/overlays/popover.tsx';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';
import { summaryOf } from '../summary.ts';

/** The newest pinned message in one line, and the list of all. */
export function PinnedLine({ group }: { group: GroupView }) {
  const { data: pins = [] } = pinApi.usePinsQuery(group._id);
  const [isOpen, setOpen] = useState(false);
  const [newest] = pins;
  if (newest === undefined && !isOpen) return null;
  return (
    <div className="pinned-line">
      {newest !== undefined && (
        <Link className="pinned-line__newest" to={pathOfMessage(group._id, newest.message._id)}>
          <Pin className="i i--sm" aria-label="Pinned" />
          <b dir="auto">{personName(newest.message.senderId)}</b>
          <span className="cut" dir="auto">
            {summaryOf(newest.message)}
          </span>
        </Link>
      )}
      <Popover
        label="Pinned"
        align="end"
        className="pinned-list"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className="pinned-line__count">
            {pins.length} pinned
            <ChevronDown className="i i--sm" />
          </button>
        }
      >
        <header>
          <h3>Pinned</h3>
          <span>
            {pins.length} of {limits.pins}
          </span>
        </header>
        {pins.length === 0 ? (
          <p className="pinned-list__empty">Nothing pinned yet</p>
        ) : (
          <ul>
            {pins.map((pin) => (
              <PinnedMessage key={pin.message._id} pin={pin} group={group} onJump={() => setOpen(false)} />
            ))}
          </ul>
        )}
      </Popover>
    </div>
  );
}

interface PinnedMessageProps {
  pin: PinView;
  group: GroupView;
  onJump: () => void;
}

function PinnedMessage({ pin: { message, by, at }, group, onJump }: PinnedMessageProps) {
  const timeZone = useTimeZone();
  const today = localDate(useMinute(), timeZone);
  const { unpin } = usePinning(message);
  const day = (moment: string) => monthDayBeside(localDate(moment, timeZone), today);
  return (
    <li>
      <Avatar size={28} {...avatarOf(message.senderId)} />
      <div>
        <p className="pinned-list__who">
          <b dir="auto">{personName(message.senderId)}</b> {day(message.createdAt)}
        </p>
        <p className="pinned-list__text" dir="auto">
          {summaryOf(message)}
        </p>
        <p className="pinned-list__by">
          Pinned by {personName(by)}, {day(at)}
        </p>
      </div>
      <Link className="btn btn--sm" to={pathOfMessage(group._id, message._id)} onClick={onJump}>
        Jump
      </Link>
      {mayIn(group, 'pinMessages') && (
        <IconButton size="sm" label="Unpin" icon={<X className="i i--sm" />} onClick={() => void unpin()} />
      )}
    </li>
  );
}
