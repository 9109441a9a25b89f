import { meetingLinkOf } from '@quorum/contracts/text/meeting-links.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { dateTimeLabel, durationLabel, timeLabel, zoneName } from '@quorum/contracts/time/labels.ts';
import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { Calendar, Clock, MapPin, MessageCircle, Users, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { DateLeaf } from '../../entities/calendar-entry/date-leaf.tsx';
import { durationOf } from '../../entities/calendar-entry/when/duration-fields.tsx';
import { spanOfChoice } from '../../entities/calendar-entry/when/when.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { locationOf, type Step, whenOfDraft } from './draft.ts';
import type { StepProps } from './step-props.ts';
import { addressLines } from './ticket.tsx';

export interface ReviewStepProps extends StepProps {
  group: GroupView | undefined;
  onEdit: (step: Step) => void;
  error: string | undefined;
}

export function ReviewStep({ draft, now, timeZone, groupId, group, onEdit, error }: ReviewStepProps) {
  const duration = durationOf(draft.length) ?? 0;
  const span = spanOfChoice(whenOfDraft(draft, now, timeZone), duration, timeZone);
  const mine = groupId === MY_SCHEDULE;
  const place = locationOf(draft).trim();
  const meeting = meetingLinkOf(place);
  const lines = meeting ? { first: meeting.href.replace('https://', ''), rest: meeting.label } : addressLines(place);
  return (
    <div className="wiz__review">
      {error !== undefined && <Notice tone="danger">{error}</Notice>}
      <article className="rev">
        <header className="rev__top">
          {span && <DateLeaf date={localDate(span.startsAt, timeZone)} />}
          <div>
            <h3 dir="auto">{draft.name.trim()}</h3>
            {draft.description.trim() !== '' && (
              <p className="sum__text" dir="auto">
                {draft.description.trim()}
              </p>
            )}
          </div>
          <Button size="sm" aria-label="Edit event details" onClick={() => onEdit(0)}>
            Edit
          </Button>
        </header>
        <dl>
          <Line
            icon={<Calendar className="i" aria-hidden="true" />}
            term="Date & Time"
            value={span ? dateTimeLabel(span.startsAt, timeZone) : ''}
            detail={mine ? zoneName(timeZone) : `${zoneName(timeZone)}, shown to others in their own`}
            editLabel="Edit date and time"
            onEdit={() => onEdit(1)}
          />
          <Line
            icon={<Clock className="i" aria-hidden="true" />}
            term="Duration"
            value={durationLabel(duration)}
            detail={span ? `Ends at ${timeLabel(span.endsAt, timeZone)}` : ''}
            editLabel="Edit duration"
            onEdit={() => onEdit(2)}
          />
          <Line
            icon={
              draft.kind === 'address' ? (
                <MapPin className="i" aria-hidden="true" />
              ) : (
                <Video className="i" aria-hidden="true" />
              )
            }
            term="Location"
            value={place === '' ? 'None' : lines.first}
            detail={lines.rest}
            editLabel="Edit location"
            onEdit={() => onEdit(3)}
          />
          <Line
            icon={<Users className="i" aria-hidden="true" />}
            term="Group"
            value={mine ? 'Personal' : (group?.name ?? '')}
            detail={mine ? 'Only you can see it' : membersText(group?.memberCount)}
          />
        </dl>
      </article>
      {!mine && group && (
        <Notice icon={<MessageCircle className="i" aria-hidden="true" />}>
          {`The event is also posted to the chat of ${group.name}.`}
        </Notice>
      )}
    </div>
  );
}

const membersText = (count: number | undefined): string =>
  count === undefined ? '' : `${count} ${count === 1 ? 'member' : 'members'}`;

interface LineProps {
  icon: ReactNode;
  term: string;
  value: string;
  detail: string;
  editLabel?: string;
  onEdit?: () => void;
}

function Line({ icon, term, value, detail, editLabel, onEdit }: LineProps) {
  return (
    <div>
      <dt>
        {icon}
        {term}
      </dt>
      <dd>
        {value}
        {detail !== '' && <small>{detail}</small>}
      </dd>
      {onEdit && (
        <dd>
          <Button variant="ghost" size="sm" aria-label={editLabel} onClick={onEdit}>
            Edit
          </Button>
        </dd>
      )}
    </div>
  );
}
