import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { reminderLabel } from '@quorum/contracts/reminder/lead-times.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { meetingLinkOf } from '@quorum/contracts/text/meeting-links.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { dateTimeLabel, durationLabel, endLabel, zoneName } from '@quorum/contracts/time/labels.ts';
import { Armchair, Bell, Calendar, Clock, type LucideIcon, MapPin, MessageCircle, Users, Video } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useReminderDefault } from '../../../../data/reminder/use-reminder.ts';
import { preloadable } from '../../../../shared/lib/preloadable.ts';
import { Button } from '../../../../shared/ui/controls/button.tsx';
import { DateLeaf } from '../../../../shared/ui/dates/date-leaf.tsx';
import { Notice } from '../../../../shared/ui/feedback/notice.tsx';
import { firstDate } from '../../repeats/rules.ts';
import { SeatsDialog } from '../../seats/later.ts';
import { type Seats, seatsLabel } from '../../seats/seats.ts';
import { durationOf } from '../../when/duration-fields.tsx';
import { spanOfChoice } from '../../when/when.ts';
import { type EventDraft, locationOf, reminderOf, repeatsOfDraft, type Step, whenOfDraft } from '../draft.ts';
import type { StepProps } from './step-props.ts';
import { addressLines } from './ticket.tsx';

const ReminderMenu = preloadable(async () => ({
  default: (await import('../../../../shared/ui/overlays/reminder-menu.tsx')).ReminderMenu,
}));

export interface ReviewStepProps extends StepProps {
  group: GroupView | undefined;
  onEdit: (step: Step) => void;
  error: string | undefined;
}

export function ReviewStep({ draft, put, now, timeZone, groupId, group, onEdit, error }: ReviewStepProps) {
  const duration = durationOf(draft.length) ?? 0;
  const chosen = whenOfDraft(draft, now, timeZone);
  const when = { ...chosen, date: firstDate(draft.repeats, chosen.date) };
  const span = spanOfChoice(when, duration, timeZone);
  const isMine = groupId === MY_SCHEDULE;
  const zone = zoneName(timeZone, now);
  return (
    <div className="wizard__review">
      {error !== undefined && <Notice tone="danger">{error}</Notice>}
      <article className="review">
        <header className="review__top">
          {span && <DateLeaf date={localDate(span.startsAt, timeZone)} />}
          <Details draft={draft} />
          <Button size="sm" aria-label="Edit event details" onClick={() => onEdit(0)}>
            Edit
          </Button>
        </header>
        <dl>
          <Line
            icon={Calendar}
            term="Date & Time"
            value={span ? dateTimeLabel(span.startsAt, timeZone) : ''}
            more={repeatsOfDraft(draft, when.date)}
            detail={isMine ? zone : `${zone}. Others see their local time.`}
            editLabel="Edit date and time"
            onEdit={() => onEdit(1)}
          />
          <Line
            icon={Clock}
            term="Duration"
            value={durationLabel(duration)}
            detail={span ? `Ends at ${endLabel(span.startsAt, span.endsAt, timeZone)}` : ''}
            editLabel="Edit duration"
            onEdit={() => onEdit(2)}
          />
          <Place draft={draft} onEdit={() => onEdit(3)} />
          <GroupLine isMine={isMine} group={group} />
          <SeatsLine draft={draft} isMine={isMine} put={put} />
          <ReminderLine draft={draft} put={put} />
        </dl>
      </article>
      <ChatNotice group={isMine ? undefined : group} />
    </div>
  );
}

function GroupLine({ isMine, group }: { isMine: boolean; group: GroupView | undefined }) {
  if (isMine) return <Line icon={Users} term="Group" value="Personal" detail="Only you can see it" />;
  return (
    <Line
      icon={Users}
      term="Group"
      value={group?.name ?? ''}
      detail={group === undefined ? '' : counted(group.memberCount, 'member')}
    />
  );
}

/** Personal events have no seats. */
function SeatsLine({ draft, isMine, put }: Pick<StepProps, 'draft' | 'put'> & { isMine: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { seats } = draft;
  if (isMine) return null;
  const take = (chosen: Seats) => {
    put({ seats: chosen });
    setOpen(false);
  };
  return (
    <>
      <Line
        icon={Armchair}
        term="Seats"
        value={seatsLabel(seats)}
        detail=""
        editLabel="Edit seats"
        onEdit={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <SeatsDialog value={seats} doneLabel="Done" onDone={take} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Proposed until another is chosen. */
function ReminderLine({ draft, put }: Pick<StepProps, 'draft' | 'put'>) {
  const { value: byDefault } = useReminderDefault();
  const reminder = reminderOf(draft, byDefault);
  return (
    <Line icon={Bell} term="Reminder" value={reminderLabel(reminder)} detail="">
      <Suspense fallback={null}>
        <ReminderMenu
          trigger={
            <Button variant="ghost" size="sm" aria-label="Edit reminder">
              Edit
            </Button>
          }
          label="Reminder"
          value={reminder}
          onChange={(chosen) => put({ reminder: chosen ?? undefined })}
        />
      </Suspense>
    </Line>
  );
}

function ChatNotice({ group }: { group: GroupView | undefined }) {
  if (group === undefined) return null;
  return <Notice icon={<MessageCircle className="i" />}>{`We’ll also post it in the ${group.name} chat.`}</Notice>;
}

function Details({ draft }: { draft: EventDraft }) {
  const description = draft.description.trim();
  return (
    <div>
      <h3 dir="auto">{draft.name.trim()}</h3>
      {description !== '' && (
        <p className="summary__text" dir="auto">
          {description}
        </p>
      )}
    </div>
  );
}

function Place({ draft, onEdit }: { draft: EventDraft; onEdit: () => void }) {
  const place = locationOf(draft).trim();
  const meeting = meetingLinkOf(place);
  const lines = meeting ? { first: meeting.href.replace('https://', ''), rest: meeting.label } : addressLines(place);
  return (
    <Line
      icon={draft.kind === 'address' ? MapPin : Video}
      term="Location"
      value={place === '' ? 'None' : lines.first}
      detail={lines.rest}
      editLabel="Edit location"
      onEdit={onEdit}
    />
  );
}

interface LineProps {
  icon: LucideIcon;
  term: string;
  value: string;
  /** A second line. */
  more?: string | undefined;
  detail: string;
  editLabel?: string;
  onEdit?: () => void;
  /** Instead of a button that edits it. */
  children?: ReactNode;
}

function Line({ icon: Icon, term, value, more, detail, editLabel, onEdit, children }: LineProps) {
  return (
    <div>
      <dt>
        <Icon className="i" />
        {term}
      </dt>
      <dd>
        {value}
        {more !== undefined && <small>{more}</small>}
        {detail !== '' && <small>{detail}</small>}
      </dd>
      {children && <dd>{children}</dd>}
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
