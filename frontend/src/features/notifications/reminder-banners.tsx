import { reminderPath, reminderTitle } from '@quorum/contracts/reminder/alert.ts';
import type { DueReminder } from '@quorum/contracts/reminder/wire.ts';
import { meetingLinkOf, providerName } from '@quorum/contracts/text/meeting-links.ts';
import { timeRange } from '@quorum/contracts/time/labels.ts';
import { Bell, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useGroupAccents } from '../../data/group/accent.ts';
import { dueKey, useDueReminders } from '../../data/reminder/use-due-reminders.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { Button, buttonClass } from '../../shared/ui/controls/button.tsx';
import { IconButton } from '../../shared/ui/controls/icon-button.tsx';
import { JoinLink } from '../../shared/ui/page/join-link.tsx';
import './reminder-banners.css';

const MAX_SHOWN = 3;

/** Reminders of events that have not started, below the work. A new one is announced, not the minutes that pass. */
export function ReminderBanners() {
  const { due, now, dismiss } = useDueReminders();
  const [showsAll, setShowsAll] = useState(false);
  const before = useRef<Element | null>(null);
  const shown = showsAll ? due : due.slice(0, MAX_SHOWN);
  const enter = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Element && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  const close = (reminder: DueReminder) => {
    dismiss(reminder);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    <div className="reminders" role="status" aria-relevant="additions" onFocus={enter}>
      {shown.map((reminder) => (
        <Banner key={dueKey(reminder)} reminder={reminder} now={now} onDismiss={() => close(reminder)} />
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
  onDismiss: () => void;
}

function Banner({ reminder: { event }, now, onDismiss }: BannerProps) {
  const timeZone = useTimeZone();
  const accentOf = useGroupAccents();
  const { location, startsAt, endsAt } = event;
  const meeting = meetingLinkOf(location);
  const place = meeting === undefined ? location : providerName(meeting.provider);
  const title = reminderTitle(event, { now, timeZone });
  const onKeyDown = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return;
    pressed.stopPropagation();
    onDismiss();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape on any of its buttons dismisses it.
    <div className="reminder" data-accent={accentOf(event.groupId)} onKeyDown={onKeyDown}>
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
      <IconButton size="sm" label="Dismiss" icon={<X className="i" />} onClick={onDismiss} />
    </div>
  );
}
