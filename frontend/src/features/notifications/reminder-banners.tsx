import { reminderPath, reminderTitle } from '@quorum/contracts/reminder/alert.ts';
import type { DueReminder } from '@quorum/contracts/reminder/wire.ts';
import { meetingLinkOf, providerName } from '@quorum/contracts/text/meeting-links.ts';
import { timeRange } from '@quorum/contracts/time/labels.ts';
import { Bell, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useGroupAccents } from '../../data/group/accent.ts';
import { dueKey, useDueReminders } from '../../data/reminder/use-due-reminders.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useFocusReturn } from '../../shared/hooks/use-focus-return.ts';
import { Button, buttonClass } from '../../shared/ui/controls/button.tsx';
import { IconButton } from '../../shared/ui/controls/icon-button.tsx';
import { JoinLink } from '../../shared/ui/page/join-link.tsx';
import './reminder-banners.css';

const MAX_SHOWN = 3;

/** Reminders of events that have not started, below the work. A new one is announced, not the minutes that pass. */
export function ReminderBanners() {
  const { due, now, dismiss } = useDueReminders();
  const [showsAll, setShowsAll] = useState(false);
  const { onFocus, giveBack } = useFocusReturn();
  const shown = showsAll ? due : due.slice(0, MAX_SHOWN);
  const close = (reminder: DueReminder, banner: Element | null) => {
    giveBack(banner);
    dismiss(reminder);
  };
  return (
    <div className="reminders" role="status" aria-relevant="additions" onFocus={onFocus}>
      {shown.map((reminder) => (
        <Banner key={dueKey(reminder)} reminder={reminder} now={now} onDismiss={(banner) => close(reminder, banner)} />
      ))}
      {due.length > shown.length && (
        <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
          {`+${due.length - shown.length} more`}
        </Button>
      )}
    </div>
  );
}

interface BannerProps {
  reminder: DueReminder;
  now: number;
  onDismiss: (banner: Element | null) => void;
}

function Banner({ reminder: { event }, now, onDismiss }: BannerProps) {
  const banner = useRef<HTMLDivElement>(null);
  const timeZone = useTimeZone();
  const accentOf = useGroupAccents();
  const { location, startsAt, endsAt } = event;
  const meeting = meetingLinkOf(location);
  const place = meeting === undefined ? location : providerName(meeting.provider);
  const title = reminderTitle(event, { now, timeZone });
  const onKeyDown = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return;
    pressed.stopPropagation();
    onDismiss(banner.current);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape on any of its buttons dismisses it.
    <div ref={banner} className="reminder" data-accent={accentOf(event.groupId)} onKeyDown={onKeyDown}>
      <span className="reminder__disc">
        <Bell className="i" />
      </span>
      <div>
        <b className="cut" title={title} dir="auto">
          {title}
        </b>
        <small className="cut">
          {[timeRange(startsAt, endsAt, timeZone), place].filter((part) => part !== '').join(' · ')}
        </small>
      </div>
      {meeting === undefined ? (
        <Link className={buttonClass({ size: 'sm' })} to={reminderPath(event)}>
          Open
        </Link>
      ) : (
        <JoinLink meeting={meeting} />
      )}
      <IconButton size="sm" label="Dismiss" icon={<X className="i" />} onClick={() => onDismiss(banner.current)} />
    </div>
  );
}
