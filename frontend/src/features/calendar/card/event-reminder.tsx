import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { type Reminder, reminderLabel } from '@quorum/contracts/reminder/lead-times.ts';
import { givenName } from '@quorum/contracts/text/person-name.ts';
import { Bell } from 'lucide-react';
import { useReminder } from '../../../data/reminder/use-reminder.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { ReminderMenu } from '../../../shared/ui/overlays/reminder-menu.tsx';
import { useUndo } from '../history/use-undo.ts';

/** Who set it. Not shown for a personal event or without a reminder. */
const originOf = ({ groupId, creator }: EventView, isOwn: boolean, chosen: Reminder | null): string | undefined => {
  if (groupId === MY_SCHEDULE || chosen === 'none') return undefined;
  return isOwn ? 'set by you' : `set by ${givenName(creator)}`;
};

/** When the viewer is reminded of an event. The creator chooses for everybody, others for themselves. */
export function EventReminder({ event, isOwn }: { event: EventView; isOwn: boolean }) {
  const undo = useUndo();
  const { ofEvent, value, choose, isForAll } = useReminder(event, (revision) =>
    undo.changed('Reminder saved', event, revision, undefined),
  );
  const isOver = Date.parse(event.endsAt) <= useMinute();
  const shown = value ?? ofEvent;
  const isOnlyMine = value !== null && !isForAll;
  const origin = isOnlyMine ? 'only you' : originOf(event, isOwn, shown);
  return (
    <div className="remind-line">
      <Bell className="i" />
      <span>Reminder</span>
      <b className={shown === 'none' ? 'is-none' : undefined}>
        {reminderLabel(shown)}
        {origin && <small>{` · ${origin}`}</small>}
      </b>
      {!isOver && (
        <Choice
          value={value}
          ofEvent={ofEvent}
          isPersonal={event.groupId === MY_SCHEDULE}
          isForAll={isForAll}
          onChange={(chosen) => void choose(chosen)}
        />
      )}
    </div>
  );
}

interface ChoiceProps {
  value: Reminder | null;
  ofEvent: Reminder;
  isPersonal: boolean;
  isForAll: boolean;
  onChange: (chosen: Reminder | null) => void;
}

function Choice({ value, ofEvent, isPersonal, isForAll, onChange }: ChoiceProps) {
  const [label, note] = isForAll
    ? ['Reminder for everybody', 'For everybody']
    : ['Reminder only for you', 'Only for you'];
  return (
    <ReminderMenu
      trigger={
        <Button variant="ghost" size="sm" aria-label="Change reminder">
          {(value ?? ofEvent) === 'none' ? 'Add' : 'Change'}
        </Button>
      }
      {...(isPersonal ? { label: 'Reminder' } : { label, note })}
      value={value}
      asEvent={isForAll ? undefined : `As the event: ${reminderLabel(ofEvent)}`}
      onChange={onChange}
    />
  );
}
