import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { ReviewAction } from '@quorum/contracts/report/rules.ts';
import type { PendingReportView, ReportedPerson, ReportNumbersView } from '@quorum/contracts/report/wire.ts';
import { formatPhone } from '@quorum/contracts/text/phone.ts';
import { Ban, Check, History, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { adminApi } from '../../../data/admin/admin-api.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Field } from '../../../shared/ui/controls/field.tsx';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { Textarea } from '../../../shared/ui/controls/textarea.tsx';
import { GroupAvatar } from '../../../shared/ui/people/group-avatar.tsx';
import type { ChosenFilter } from '../chosen-filter.ts';
import { loadNotice } from '../load-notice.tsx';
import { longMoment } from '../times.ts';
import { useUnsavedText } from '../unsaved-texts.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { Evidence } from './evidence.tsx';
import { PersonMark } from './person-mark.tsx';
import { nameOf, reasonLabel } from './report-words.ts';

type Props = {
  readonly report: PendingReportView;
  readonly visitId: string;
  readonly onHistory: (of: ChosenFilter) => void;
  readonly onDecided: () => void;
};

/** In a narrow or zoomed window the details are below the list, so they are scrolled into view. */
const useBroughtIntoView = () => {
  const place = useRef<HTMLElement>(null);
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), []);
  return place;
};

/** Opening a report is recorded, and shows the file and the whole numbers. */
export function ReportDetail({ report, visitId, onHistory, onDecided }: Props) {
  const { data: opened, error, refetch } = adminApi.useOpenReportQuery({ id: report._id, visitId });
  const [notes = '', setNotes] = useUnsavedText(report._id);
  const [asked, setAsked] = useState<ReviewAction>();
  const place = useBroughtIntoView();
  const tooLong = notes.trim().length > limits.adminNotes;
  const ask = (action: ReviewAction) => {
    if (!tooLong) setAsked(action);
  };
  return (
    <section ref={place} tabIndex={-1} className="report" aria-label="Report">
      <div className="report__body">
        <div className="report__column">
          <header className="report__head">
            <h2>{reasonLabel(report.reason)}</h2>
            <time className="muted" dateTime={report.createdAt}>
              {longMoment(report.createdAt)}
            </time>
          </header>
          {error !== undefined && loadNotice('the report')(() => void refetch(), error)}
          <Evidence report={report} opened={opened} />
          <Concerned report={report} numbers={opened?.phoneNumbers} onHistory={onHistory} />
          <Description text={report.description} />
          <Field label="Admin notes" error={tooLong && `Please use at most ${limits.adminNotes} characters`}>
            <Textarea
              rows={3}
              placeholder="Why this decision was made"
              value={notes}
              onChange={(event) => setNotes(event.target.value)}
            />
          </Field>
        </div>
      </div>
      <Actions onAsk={ask} />
      {asked !== undefined && (
        <DecisionDialog
          action={asked}
          reportId={report._id}
          notes={notes}
          onClose={() => setAsked(undefined)}
          onDecided={() => {
            setNotes(undefined);
            onDecided();
          }}
        />
      )}
    </section>
  );
}

function Description({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <section>
      <h3>Description</h3>
      <p className="report__words" dir="auto">
        {text}
      </p>
    </section>
  );
}

function Actions({ onAsk }: { readonly onAsk: (action: ReviewAction) => void }) {
  return (
    <footer className="report__foot">
      <div>
        <Button icon={<Check className="i" />} onClick={() => onAsk('allow')}>
          Allow
        </Button>
        <span className="spacer" />
        <Button variant="danger-quiet" icon={<Trash2 className="i" />} onClick={() => onAsk('remove_message')}>
          Remove message
        </Button>
        <Button variant="danger" icon={<Ban className="i" />} onClick={() => onAsk('ban_user')}>
          Ban user
        </Button>
      </div>
    </footer>
  );
}

type ConcernedProps = Pick<Props, 'report' | 'onHistory'> & { readonly numbers: ReportNumbersView | undefined };

/** Both people and the group, each a link to their history. */
function Concerned({ report, numbers, onHistory }: ConcernedProps) {
  const { reportedUser, reportedBy, groupId: group } = report;
  const person = (term: string, who: ReportedPerson, number: string | undefined) => (
    <Term
      term={term}
      picture={<PersonMark person={who} />}
      name={nameOf(who)}
      detail={number === undefined ? who.phoneNumber : formatPhone(number)}
      onHistory={() => onHistory({ user: { id: who._id, name: nameOf(who) } })}
    />
  );
  const groupName = group.name || 'Deleted group';
  return (
    <dl className="person-row">
      {person('Reported user', reportedUser, numbers?.reportedUser)}
      {person('Reported by', reportedBy, numbers?.reportedBy)}
      <Term
        term="Group"
        picture={<GroupAvatar name={groupName} accent="teal" />}
        name={groupName}
        detail=""
        onHistory={() => onHistory({ group: { id: group._id, name: groupName } })}
      />
    </dl>
  );
}

type TermProps = {
  readonly term: string;
  readonly picture: ReactNode;
  readonly name: string;
  readonly detail: string;
  readonly onHistory: () => void;
};

function Term({ term, picture, name, detail, onHistory }: TermProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        {picture}
        <span>
          <b dir="auto">{name}</b>
          {detail !== '' && <small className="tabular-digits">{detail}</small>}
        </span>
        <IconButton size="sm" label={`History of ${name}`} icon={<History className="i i--sm" />} onClick={onHistory} />
      </dd>
    </div>
  );
}
