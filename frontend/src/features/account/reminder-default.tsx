import { reminderLabel } from '@quorum/contracts/reminder/lead-times.ts';
import { useReminderDefault } from '../../data/reminder/use-reminder.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { ReminderMenu } from '../../shared/ui/overlays/reminder-menu.tsx';

/** The lead time that a new event is proposed with. */
export function ReminderDefault() {
  const { value, choose } = useReminderDefault();
  return (
    <>
      <h2 className="account__h">Events</h2>
      <dl className="rows">
        <div>
          <dt>Default reminder</dt>
          <dd>{reminderLabel(value)}</dd>
          <dd className="rows__edit">
            <ReminderMenu
              trigger={
                <Button variant="ghost" size="sm" aria-label="Change default reminder">
                  Change
                </Button>
              }
              label="Default reminder"
              value={value}
              onChange={(chosen) => void choose(chosen)}
            />
          </dd>
        </div>
      </dl>
    </>
  );
}
