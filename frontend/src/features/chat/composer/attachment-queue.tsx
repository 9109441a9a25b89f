import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { TriangleAlert, X } from 'lucide-react';
import type { Attachment } from '../../../data/services/attachments.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { FilePreview } from '../file-preview.tsx';
import { progressText, SendingBar } from '../sending-bar.tsx';

/** The chosen files, each with a button to remove it. */
export function AttachmentQueue({ items, onRemove }: { items: readonly Attachment[]; onRemove: (id: string) => void }) {
  if (items.length === 0) return null;
  return (
    <ul className="queue" aria-label="Attached files">
      {items.map((item) => (
        <QueuedFile key={item.id} item={item} onRemove={() => onRemove(item.id)} />
      ))}
    </ul>
  );
}

function QueuedFile({ item, onRemove }: { item: Attachment; onRemove: () => void }) {
  const { file, state, progress } = item;
  const isOut = state === 'sending';
  return (
    <li className={classNames('queue__item', state === 'failed' && 'is-failed')}>
      <FilePreview file={file} />
      <div>
        <b className="cut" title={file.name}>
          {file.name}
        </b>
        <StateLine item={item} />
      </div>
      <IconButton
        label={isOut ? `Cancel ${file.name}` : `Remove ${file.name}`}
        icon={<X className="i i--sm" />}
        onClick={onRemove}
      />
      {isOut && <SendingBar name={file.name} progress={progress} />}
    </li>
  );
}

function StateLine({ item: { file, state, progress, error } }: { item: Attachment }) {
  switch (state) {
    case 'sending':
      return <small className="tabular-digits">{progressText(progress, file.size)}</small>;
    case 'failed':
      return (
        <small className="queue__error" role="alert" title={error}>
          <TriangleAlert className="i" />
          {error}
        </small>
      );
    default:
      return <small>{formatSize(file.size)}</small>;
  }
}
