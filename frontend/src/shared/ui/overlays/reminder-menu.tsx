import { LEAD_TIMES, type Reminder, reminderLabel } from '@quorum/contracts/reminder/lead-times.ts';
import type { ReactElement } from 'react';
import { Menu, MenuChoices, MenuNote } from './menu.tsx';

const OPTIONS: readonly Reminder[] = [...LEAD_TIMES, 'none'];

/** Stands for `null`. */
const AS_EVENT = 'event';

export interface ReminderMenuProps<R extends Reminder | null> {
  trigger: ReactElement;
  label: string;
  value: R;
  onChange: (value: R) => void;
  /** Names the people that the choice is for, if that is not obvious. */
  note?: string;
  /** The words of `null`, where it may be chosen. */
  asEvent?: string | undefined;
}

/** The choice of a lead time. */
export function ReminderMenu<R extends Reminder | null>(props: ReminderMenuProps<R>) {
  const { trigger, label, value, onChange, note, asEvent } = props;
  const options = OPTIONS.map((reminder) => ({
    value: String(reminder),
    label: reminderLabel(reminder),
    isApart: reminder === 'none',
  }));
  const chosenOf = (text: string): Reminder | null => {
    if (text === AS_EVENT) return null;
    return text === 'none' ? text : Number(text);
  };
  return (
    <Menu trigger={trigger} label={label}>
      {note !== undefined && <MenuNote>{note}</MenuNote>}
      <MenuChoices
        options={asEvent === undefined ? options : [{ value: AS_EVENT, label: asEvent }, ...options]}
        value={value === null ? AS_EVENT : String(value)}
        onChange={(text) => onChange(chosenOf(text) as R)}
      />
    </Menu>
  );
}
