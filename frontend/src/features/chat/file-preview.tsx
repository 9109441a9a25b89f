import { messageTypeOf } from '@quorum/contracts/text/file-kinds.ts';
import { useState } from 'react';
import { useFileUrl } from '../../shared/hooks/use-file-url.ts';
import { FileTypeBadge } from '../../shared/ui/page/file-type-badge.tsx';

/** A file that is not sent yet: a picture or video is shown, anything else by its type. */
export function FilePreview({ file }: { file: File }) {
  const kind = messageTypeOf(file.type);
  const url = useFileUrl(kind === 'file' ? null : file);
  const [failed, setFailed] = useState(false);
  if (kind === 'file' || failed) return <FileTypeBadge fileName={file.name} />;
  // Reserves the space until the address exists.
  if (url === undefined) return <span className="queue__pic" />;
  return kind === 'image' ? (
    <img className="queue__pic" src={url} alt="" draggable={false} onError={() => setFailed(true)} />
  ) : (
    <video
      className="queue__pic"
      src={url}
      muted
      preload="metadata"
      aria-label={file.name}
      onError={() => setFailed(true)}
    />
  );
}
