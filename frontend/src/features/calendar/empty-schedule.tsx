import { Calendar as CalendarIcon, KeyRound, MessageCircle, Plus, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useReadState } from '../../data/group/use-group.ts';
import { pathOfGroup } from '../../shared/lib/addresses.ts';
import { Button } from '../../shared/ui/controls/button.tsx';

export interface EmptyScheduleProps {
  groupId: string;
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

export function EmptySchedule({ groupId, failed, isDay, onCreate, starters }: EmptyScheduleProps) {
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
        <ToUnreadChat groupId={groupId} />
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

/** For people who have just joined, because messages from before are not unread. */
function ToUnreadChat({ groupId }: { groupId: string }) {
  const { firstMessageAt, lastReadMessageId } = useReadState(groupId);
  if (!firstMessageAt || lastReadMessageId !== null) return null;
  return (
    <div className="empty__ways">
      <Link className="btn" to={`${pathOfGroup(groupId)}/chat`}>
        <MessageCircle className="i" />
        See what’s in the chat
      </Link>
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
