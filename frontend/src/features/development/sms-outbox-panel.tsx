import './sms-outbox.css';
import { formatPhone } from '@quorum/contracts/text/phone.ts';
import { ChevronDown, Inbox } from 'lucide-react';
import { useState } from 'react';
import type { CodeTarget } from '../../data/session/code-target.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { CopyButton } from '../../shared/ui/controls/copy-button.tsx';
import { IconButton } from '../../shared/ui/controls/icon-button.tsx';
import { Badge } from '../../shared/ui/people/badge.tsx';
import { type OutboxLine, type OutboxMessage, outboxLines } from './outbox-lines.ts';

/** The outbox, newest message first. It can be collapsed. */
export default function SmsOutboxPanel({
  messages,
  target,
}: {
  messages: readonly OutboxMessage[];
  target: CodeTarget;
}) {
  const [open, setOpen] = useState(true);
  if (!open)
    return (
      <button type="button" className="sms-outbox sms-outbox--pill" aria-expanded="false" onClick={() => setOpen(true)}>
        <Inbox className="i" />
        Text messages
        {messages.length > 0 && <Badge tone="warn">{messages.length}</Badge>}
      </button>
    );

  return (
    <aside className="sms-outbox sms-outbox--outbox" aria-label="Development outbox">
      <header className="sms-outbox__head">
        <Inbox className="i" />
        <h2>Text messages</h2>
        <Badge tone="warn">Development</Badge>
        <IconButton
          label="Collapse"
          aria-expanded="true"
          icon={<ChevronDown className="i" />}
          onClick={() => setOpen(false)}
        />
      </header>
      {messages.length === 0 ? (
        <p className="sms-outbox__none">None yet. Codes that would go out by text message appear here.</p>
      ) : (
        <>
          <ol className="sms-outbox__list" aria-live="polite">
            {outboxLines(messages, target).map((line) => (
              <Sms key={line.key} line={line} onUse={target.fill} />
            ))}
          </ol>
          <p className="sms-outbox__foot">Nothing is sent. Absent in production.</p>
        </>
      )}
    </aside>
  );
}

function Sms({ line, onUse }: { line: OutboxLine; onUse: (code: string) => void }) {
  const { to, sentAt, parts, action } = line;
  return (
    <li className={action === 'use' ? 'sms is-new' : 'sms'}>
      <small>
        +1 {formatPhone(to)} · {new Date(sentAt).toLocaleTimeString('en-US')}
      </small>
      <p>
        {parts.before}
        {parts.code !== undefined && <b>{parts.code}</b>}
        {parts.after}
      </p>
      {action === 'use' && parts.code !== undefined && (
        <Button variant="primary" size="sm" onClick={() => onUse(parts.code ?? '')}>
          Use code
        </Button>
      )}
      {action === 'copy' && parts.code !== undefined && <CopyButton text={parts.code} label="Copy code" />}
      {action === 'replaced' && <Badge>Replaced</Badge>}
    </li>
  );
}
