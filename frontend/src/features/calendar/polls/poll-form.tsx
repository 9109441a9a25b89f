import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { momentLabel } from '@quorum/contracts/time/labels.ts';
import { Calendar, Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { mayIn } from '../../../data/group/group-rights.ts';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Field } from '../../../shared/ui/controls/field.tsx';
import { Input } from '../../../shared/ui/controls/input.tsx';
import { OptionTiles } from '../../../shared/ui/controls/option-tiles.tsx';
import { Textarea } from '../../../shared/ui/controls/textarea.tsx';
import { DateField, TimeField } from '../../../shared/ui/dates/date-time-fields.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { useDiscardQuestion } from '../../../shared/ui/overlays/discard-question.tsx';
import { CustomTimeFields } from '../when/custom-time-fields.tsx';
import { DayPicker } from '../when/day-picker.tsx';
import { DurationFields } from '../when/duration-fields.tsx';
import { TimeSlots } from '../when/time-slots.tsx';
import { checkWhen, fieldsOf, timeOf } from '../when/when.ts';
import {
  DEADLINES,
  draftOf,
  newDraft,
  type PollDraft,
  readName,
  startOfPick,
  votersOf,
  withoutStart,
  withStart,
} from './poll-draft.ts';
import { useSavePoll } from './use-save-poll.ts';
import './polls.css';

export interface PollFormProps {
  group: GroupView;
  /** The poll to change. Without one, a new one is opened. */
  poll?: PollView;
  onOpened?: (pollId: string) => void;
  onClose: () => void;
}

/** Proposes times for an event. */
export function PollForm({ group, poll, onOpened, onClose }: PollFormProps) {
  const [now, timeZone] = [useMinute(), useTimeZone()];
  const [first] = useState(() => (poll === undefined ? newDraft(now, timeZone) : draftOf(poll, now, timeZone)));
  const [draft, setDraft] = useState(first);
  const saving = useSavePoll({ group, poll, timeZone }, (pollId) => {
    onClose();
    onOpened?.(pollId);
  });
  const isTouched = JSON.stringify(draft) !== JSON.stringify(first);
  const { close, question } = useDiscardQuestion(poll ? 'changes' : 'event', isTouched && !saving.isDone, onClose);
  const mayOpen = poll !== undefined || mayIn(group, 'createEvents');
  const put = (part: Partial<PollDraft>) => setDraft((last) => ({ ...last, ...part }));
  return (
    <>
      <Dialog
        open
        onClose={close}
        title={poll === undefined ? 'Find a time' : 'Change the poll'}
        sub={group.name}
        className="poll-form"
        busy={saving.busy}
        foot={
          <>
            <NotSaved reason={saving.error} />
            <Button onClick={close}>Cancel</Button>
            <Button
              variant="primary"
              disabled={!mayOpen}
              busyLabel={saving.busy && 'Saving...'}
              onClick={() => saving.save(draft)}
            >
              {poll === undefined ? 'Ask the group' : 'Save Changes'}
            </Button>
          </>
        }
      >
        {!mayOpen && (
          <Notice tone="danger">
            {`You can no longer create events in ${group.name}. Your entries stay here until you close this window.`}
          </Notice>
        )}
        <Texts draft={draft} put={put} now={now} timeZone={timeZone} isNew={poll === undefined} />
        <Times draft={draft} put={put} now={now} timeZone={timeZone} poll={poll} />
        <End draft={draft} put={put} now={now} timeZone={timeZone} />
      </Dialog>
      {question}
    </>
  );
}

function NotSaved({ reason }: { reason: string | undefined }) {
  return (
    reason !== undefined && (
      <span className="spacer">
        <ErrorLine>{reason}</ErrorLine>
      </span>
    )
  );
}

type PartProps = {
  readonly draft: PollDraft;
  readonly put: (part: Partial<PollDraft>) => void;
  readonly now: number;
  readonly timeZone: string;
};

function Texts({ draft, put, now, timeZone, isNew }: PartProps & { readonly isNew: boolean }) {
  const read = readName(draft, now, timeZone);
  return (
    <div className="poll-form__texts">
      <Field
        label="Event name"
        count={draft.name.length}
        max={limits.eventName}
        hint={
          read === undefined ? (
            <span className="parsed">You can include a day and a time.</span>
          ) : (
            <Button size="sm" icon={<Calendar className="i i--sm" />} onClick={() => put(read.draft)}>
              {`Add ${momentLabel(read.startsAt, now, timeZone)}`}
            </Button>
          )
        }
      >
        <Input
          value={draft.name}
          maxLength={limits.eventName}
          placeholder="Dinner Fri 7pm"
          autoComplete="off"
          onChange={(event) => put({ name: event.target.value })}
          onKeyDown={(event) => event.key === 'Enter' && read !== undefined && put(read.draft)}
        />
      </Field>
      <Field label="Place" aside="Optional">
        <Input
          value={draft.location}
          maxLength={limits.eventLocation}
          autoComplete="off"
          onChange={(event) => put({ location: event.target.value })}
        />
      </Field>
      <Field label="Description" aside="Optional">
        <Textarea
          value={draft.description}
          rows={2}
          maxLength={limits.eventDescription}
          onChange={(event) => put({ description: event.target.value })}
        />
      </Field>
      {isNew && (
        <DurationFields
          label="Duration"
          value={draft.length}
          onChange={(length) => put({ length })}
          startsAt={undefined}
          timeZone={timeZone}
        />
      )}
    </div>
  );
}

/** Times are picked one after another, over the viewer’s own schedule. */
function Times({ draft, put, now, timeZone, poll }: PartProps & { readonly poll: PollView | undefined }) {
  const { when } = draft;
  const checked = checkWhen(when, now, timeZone);
  const start = startOfPick(draft, now, timeZone);
  const add = (startsAt: string | undefined) => startsAt !== undefined && put(withStart(draft, startsAt));
  const pick = (time: string) => {
    const custom = fieldsOf(time);
    const next = { ...draft, when: { ...when, custom } };
    const startsAt = startOfPick(next, now, timeZone);
    put(startsAt === undefined ? next : withStart(next, startsAt));
  };
  return (
    <div>
      <DayPicker
        date={when.date}
        today={localDate(now, timeZone)}
        groupId={MY_SCHEDULE}
        onChange={(date) => put({ when: { ...when, date } })}
      />
      <div className="poll-form__columns">
        <TimeSlots date={when.date} time={timeOf(when)} now={now} timeZone={timeZone} onChange={pick} />
        <div>
          <CustomTimeFields
            value={when.custom}
            onChange={(custom) => put({ when: { ...when, custom } })}
            error={checked.ok ? undefined : checked.error}
          />
          <Button icon={<Plus className="i i--sm" />} disabled={start === undefined} onClick={() => add(start)}>
            Add this time
          </Button>
        </div>
      </div>
      <Chosen draft={draft} put={put} now={now} timeZone={timeZone} poll={poll} />
    </div>
  );
}

/** The proposed times, each of which can be taken off. One that people voted for asks first. */
function Chosen({ draft, put, now, timeZone, poll }: PartProps & { readonly poll: PollView | undefined }) {
  const [asked, setAsked] = useState<{ readonly startsAt: string; readonly many: number }>();
  const remove = (startsAt: string) => {
    const option = poll?.options.find((known) => known.startsAt === startsAt);
    const many = option === undefined ? 0 : votersOf(option);
    if (many > 0) setAsked({ startsAt, many });
    else put(withoutStart(draft, startsAt));
  };
  const labelId = useId();
  return (
    <>
      <p className="when__label" id={labelId}>
        {`Proposed times (${draft.starts.length} of ${limits.pollOptions})`}
      </p>
      {draft.starts.length === 0 && <p className="muted">Pick at least two.</p>}
      <ul className="poll-chips" aria-labelledby={labelId} data-focus-home="">
        {draft.starts.map((startsAt) => {
          const label = momentLabel(startsAt, now, timeZone);
          return (
            <li key={startsAt}>
              {label}
              <button type="button" aria-label={`Remove ${label}`} onClick={() => remove(startsAt)}>
                <X className="i i--sm" />
              </button>
            </li>
          );
        })}
      </ul>
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            put(withoutStart(draft, asked.startsAt));
            setAsked(undefined);
          }}
          title="Remove this time?"
          confirmLabel="Remove"
          cautious
        >
          {`${counted(asked.many, 'person', 'people')} voted for this time. Remove it?`}
        </ConfirmDialog>
      )}
    </>
  );
}

function End({ draft, put, now, timeZone }: PartProps) {
  const labelId = useId();
  const { deadline, until } = draft;
  const today = localDate(now, timeZone);
  return (
    <div>
      <p className="when__label" id={labelId}>
        End of voting
      </p>
      <OptionTiles
        className="poll-form__ends"
        labelledBy={labelId}
        options={DEADLINES}
        value={deadline}
        onChange={(chosen) => put({ deadline: chosen })}
      />
      {deadline === 'other' && (
        <div className="poll-form__until">
          <DateField
            label="Day"
            min={today}
            today={today}
            value={until.date}
            onChange={(date) => put({ until: { ...until, date } })}
          />
          <TimeField label="Time" value={until.time} onChange={(time) => put({ until: { ...until, time } })} />
        </div>
      )}
    </div>
  );
}
