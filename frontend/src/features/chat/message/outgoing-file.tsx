import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { X } from 'lucide-react';
import { discard } from '../../../data/message/outbox/outbox.ts';
import type { Outgoing } from '../../../data/message/outbox/outbox-slice.ts';
import { useAppDispatch } from '../../../data/store/hooks.ts';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { FilePreview } from '../file-preview.tsx';
import { progressText, SendingBar } from '../sending-bar.tsx';

/** A file waiting to be sent, with a button to remove it. */
export function OutgoingFile({ outgoing, file }: { outgoing: Outgoing; file: File }) {
  const dispatch = useAppDispatch();
  const { name, size } = file;
  const { progress = 0 } = outgoing;
  const isOut = outgoing.state === 'sending';
  return (
    <div className="attachment attachment--out">
      <FilePreview file={file} />
      <div className="attachment__about">
        <b className="cut" title={name}>
          {name}
        </b>
        <small className="tabular-digits">{isOut ? progressText(progress, size) : formatSize(size)}</small>
      </div>
      <IconButton
        label={isOut ? `Cancel ${name}` : `Remove ${name}`}
        icon={<X className="i i--sm" />}
        onClick={() => dispatch(discard(outgoing.id))}
      />
      {isOut && <SendingBar name={name} progress={progress} />}
    </div>
  );
}
