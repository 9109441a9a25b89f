import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { discard } from '../../../data/message/outbox/outbox.ts';
import type { OutgoingFile as About, Outgoing } from '../../../data/message/outbox/outbox-slice.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import { selectUserId } from '../../../data/session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../data/store/hooks.ts';
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
        <b className="cut" title={name}>
          {name}
        </b>
        <small className="tnum">{isOut ? progressText(progress, size) : formatSize(size)}</small>
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

/** The file of a message in the outbox: held by this page, or stored by the browser. */
const useWaitingFile = (id: string): File | undefined => {
  const { waitingFiles, keptFiles } = useServices();
  const userId = useAppSelector(selectUserId);
  const [kept, setKept] = useState<File>();
  const atHand = waitingFiles.get(id);
  const isAtHand = atHand !== undefined;
  useEffect(() => {
    if (isAtHand || userId === undefined) return;
    let isCurrent = true;
    void keptFiles.get(userId, id).then((file) => {
      if (isCurrent) setKept(file);
    });
    return () => {
      isCurrent = false;
    };
  }, [isAtHand, keptFiles, userId, id]);
  return atHand ?? kept;
};
