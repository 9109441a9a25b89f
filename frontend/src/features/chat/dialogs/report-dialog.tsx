import { limits } from '@quorum/contracts/kernel/limits.ts';
import { messageTimeLabel } from '@quorum/contracts/message/chat-times.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { BodyInputOf } from '@quorum/contracts/routes.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { ShieldCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { messageApi } from '../../../data/message/message-api.ts';
import { avatarOf } from '../../../data/user/person-label.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Field } from '../../../shared/ui/controls/field.tsx';
import { OptionTiles } from '../../../shared/ui/controls/option-tiles.tsx';
import { Textarea } from '../../../shared/ui/controls/textarea.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { useDiscardQuestion } from '../../../shared/ui/overlays/discard-question.tsx';
import { useWithdrawn } from '../../../shared/ui/overlays/use-withdrawn.ts';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';
import { useChatContext } from '../chat-context.ts';
import { summaryOf } from '../summary.ts';
import './report-dialog.css';

type Reason = BodyInputOf<'report'>['reason'];

const REASONS: readonly { readonly value: Reason; readonly label: string }[] = [
  { value: 'spam', label: 'Spam' },
  { value: 'harassment', label: 'Harassment' },
  { value: 'hate', label: 'Hate' },
  { value: 'violence', label: 'Violence' },
  { value: 'sexual content', label: 'Sexual content' },
  { value: 'other', label: 'Other' },
];

const useReportForm = (messageId: string, onSent: () => void) => {
  const [reason, setReason] = useState<Reason | null>(null);
  const [description, setDescription] = useState('');
  const [missing, setMissing] = useState(false);
  const [report] = messageApi.useReportMutation();
  const { act, busy, error } = useAction(report, {
    failed: 'Failed to send the report. Please try again.',
    done: 'Report sent',
    next: onSent,
  });
  const tooLong = description.trim().length > limits.reportDescription;

  const submit = () => {
    setMissing(reason === null);
    if (reason === null || tooLong) return;
    void act({ messageId, reason, description: description.trim() });
  };
  return {
    reason,
    setReason,
    description,
    setDescription,
    reasonError: missing && reason === null && 'Please choose a reason',
    descriptionError: tooLong && `Please use at most ${limits.reportDescription} characters`,
    failure: error,
    isSending: busy,
    submit,
  };
};

export interface ReportDialogProps {
  message: MessageView;
  /** Why it can no longer be reported. */
  withdrawn?: string | undefined;
  onClose: () => void;
}

/** Reports another member's message to the moderators. */
export function ReportDialog({ message, withdrawn, onClose }: ReportDialogProps) {
  const form = useReportForm(message._id, onClose);
  useWithdrawn(form.isSending ? undefined : withdrawn, onClose);
  const { close, question } = useDiscardQuestion('report', form.description.trim() !== '', onClose);
  const heading = useId();
  return (
    <Dialog
      open
      onClose={close}
      title="Report message"
      className="report-form"
      busy={form.isSending}
      foot={
        <>
          <Button onClick={close} disabled={form.isSending}>
            Cancel
          </Button>
          <Button variant="primary" busyLabel={form.isSending && 'Reporting...'} onClick={form.submit}>
            Report
          </Button>
        </>
      }
    >
      <ReportedMessage message={message} />
      <h3 id={heading}>What is wrong with it?</h3>
      <OptionTiles look="radio" labelledBy={heading} options={REASONS} value={form.reason} onChange={form.setReason} />
      {form.reasonError && <ErrorLine>{form.reasonError}</ErrorLine>}
      <Field label="Description" aside="Optional" error={form.descriptionError}>
        <Textarea
          rows={3}
          placeholder="Anything else we should know?"
          value={form.description}
          onChange={(event) => form.setDescription(event.target.value)}
        />
      </Field>
      <Notice icon={<ShieldCheck className="i" />}>
        The message is kept with your report, even if it is deleted. The group does not see who reported it.
      </Notice>
      {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
      {question}
    </Dialog>
  );
}

function ReportedMessage({ message }: { message: MessageView }) {
  const { timeZone } = useChatContext();
  const now = useMinute();
  return (
    <div className="report-form__msg">
      <Avatar size={36} {...avatarOf(message.senderId)} />
      <div>
        <header className="message__head">
          <b dir="auto">{personName(message.senderId)}</b>
          <time dateTime={message.createdAt}>{messageTimeLabel(message.createdAt, now, timeZone)}</time>
        </header>
        <p className="message__text" dir="auto">
          {summaryOf(message)}
        </p>
      </div>
    </div>
  );
}
