import { Calendar as CalendarIcon, KeyRound, Plus, Users } from 'lucide-react';
import { Button } from '../../shared/ui/controls/button.tsx';

export interface EmptyScheduleProps {
  /** After a failed load the schedule may not be empty, so it offers no way to fill it. */
  failed: boolean;
  /** Only the chosen day is empty. */
  isDay: boolean;
  /** Undefined for people who may not create events. */
  onCreate: (() => void) | undefined;
  /** For people without a group. */
  starters: Starters | undefined;
}

export type Starters = { readonly createGroup: () => void; readonly joinGroup: () => void };

export function EmptySchedule({ failed, isDay, onCreate, starters }: EmptyScheduleProps) {
  return (
    <div className="stage">
      <div className="empty">
        {failed ? (
          <span className="icon-disc empty__icon">
            <CalendarIcon className="i i--lg" />
          </span>
        ) : (
          <Ghost />
        )}
        <h2>No events scheduled</h2>
        <p>{isDay ? 'Nothing on this day' : 'Create your first event to get started'}</p>
        {!failed && onCreate && (
          <Button variant="primary" size="lg" icon={<Plus className="i" />} onClick={onCreate}>
            Create Event
          </Button>
        )}
        {!failed && starters && (
          <div className="empty__ways">
            <Button icon={<Users className="i" />} onClick={starters.createGroup}>
              Create a group
            </Button>
            <Button icon={<KeyRound className="i" />} onClick={starters.joinGroup}>
              Join with a code
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** Two faint cards with a gap between them. */
function Ghost() {
  return (
    <div className="ghost" aria-hidden="true">
      <div className="ghost__row ghost__row--above" data-accent="blue">
        <div>
          <b />
          <small />
        </div>
        <u />
      </div>
      <div className="ghost__row ghost__row--below" data-accent="yellow">
        <div>
          <b />
          <small />
        </div>
        <u />
      </div>
      <div className="ghost__row ghost__row--slot">
        <Plus className="i i--lg" />
      </div>
    </div>
  );
}
