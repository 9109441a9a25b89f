import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { X } from 'lucide-react';
import { discard } from '../../../data/message/outbox.ts';
import type { OutgoingFile as About, Outgoing } from '../../../data/message/outbox-slice.ts';
import { useWaitingFile } from '../../../data/message/use-waiting-file.ts';
import { useAppDispatch } from '../../../data/store/hooks.ts';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { FileTypeBadge } from '../../../shared/ui/page/file-type-badge.tsx';
import { FilePreview } from '../file-preview.tsx';
import { progressText, SendingBar } from '../sending-bar.tsx';

/** A file waiting to be sent, with a button to remove it. */
export function OutgoingFile({ outgoing, file }: { outgoing: Outgoing; file: About }) {
  const dispatch = useAppDispatch();
  const { name, size, progress } = file;
  const waiting = useWaitingFile(outgoing.id);
  const isOut = outgoing.state === 'sending';
  return (
    <div className="fileatt fileatt--out">
      {waiting ? <FilePreview file={waiting} /> : <FileTypeBadge fileName={name} />}
      <div className="fileatt__about">
        <b title={name}>{name}</b>
        <small className="tnum">{isOut ? progressText(progress, size) : formatSize(size)}</small>
      </div>
      <IconButton
        label={isOut ? `Cancel ${name}` : `Remove ${name}`}
        icon={<X className="i i--sm" aria-hidden="true" />}
        onClick={() => dispatch(discard(outgoing.id))}
      />
      {isOut && <SendingBar name={name} progress={progress} />}
    </div>
  );
}
