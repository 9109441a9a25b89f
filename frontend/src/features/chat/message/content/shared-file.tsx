import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { Download, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useFailedPicture } from '../../../../shared/hooks/use-failed-picture.ts';
import { FileTypeBadge } from '../../../../shared/ui/page/file-type-badge.tsx';
import { useChatContext } from '../../chat-context.ts';
import './image-run.css';
import './shared-file.css';

/** The file of a message: a picture to open, a video to play, anything else to download. */
export function SharedFile({ message }: { message: MessageView }) {
  switch (message.type) {
    case 'image':
      return (
        <div className="shots">
          <SharedImage message={message} size={roomFor(message.width, message.height)} />
        </div>
      );
    case 'video':
      return <SharedVideo message={message} />;
    default:
      return <FileCard message={message} />;
  }
}

const nameOf = ({ fileName }: MessageView): string => fileName || 'File';

function FileCard({ message }: { message: MessageView }) {
  const name = nameOf(message);
  return (
    <div className="attachment">
      <FileTypeBadge fileName={name} />
      <div className="attachment__about">
        <b className="cut" title={name}>
          {name}
        </b>
        <small>{formatSize(message.fileSize ?? 0)}</small>
      </div>
      <a className="icon-btn" href={message.fileUrl} download={name} aria-label={`Download ${name}`}>
        <Download className="i" />
      </a>
    </div>
  );
}

/** Pixels. */
type Size = { readonly width: number; readonly height: number };

/** For a picture among others, or one of unknown size. */
const TILE: Size = { width: 172, height: 104 };
const MAX_WIDTH = 280;
const MAX_HEIGHT = 156;

const ALBUM_HEIGHT = 120;
const MAX_ALBUM_WIDTH = 240;

/** The space reserved for a picture of an album: all are of one height, each as wide as it is. */
export const albumRoomFor = (width: number | undefined, height: number | undefined): Size => ({
  height: ALBUM_HEIGHT,
  width:
    width && height ? Math.round(Math.min(MAX_ALBUM_WIDTH, Math.max(64, (width / height) * ALBUM_HEIGHT))) : TILE.width,
});

/** The space reserved before it loads, so nothing moves. */
export const roomFor = (width: number | undefined, height: number | undefined): Size => {
  if (!width || !height) return TILE;
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  const clamp = (value: number, min: number, max: number) => Math.round(Math.min(max, Math.max(min, value)));
  return { width: clamp(width * scale, 64, MAX_WIDTH), height: clamp(height * scale, 48, MAX_HEIGHT) };
};

export function SharedImage({ message, size }: { message: MessageView; size: Size }) {
  const { openImage } = useChatContext();
  const src = message.previewUrl ?? message.fileUrl;
  const { hasFailed, onError } = useFailedPicture(src);
  const name = nameOf(message);
  return (
    <button
      type="button"
      className="shots__open"
      style={size}
      aria-label={`Open ${name}`}
      onClick={() => openImage(message)}
    >
      {hasFailed ? (
        <span className="shots__none">
          <ImageOff className="i" />
          {name}
        </span>
      ) : (
        <img
          src={src}
          alt={name}
          width={size.width}
          height={size.height}
          draggable={false}
          decoding="async"
          onError={onError}
        />
      )}
    </button>
  );
}

function SharedVideo({ message }: { message: MessageView }) {
  const { fileUrl: src } = message;
  const [failed, setFailed] = useState(false);
  // A video that the browser cannot play can still be downloaded.
  if (failed) return <FileCard message={message} />;
  return (
    <div className="shots">
      {/* biome-ignore lint/a11y/useMediaCaption: a member's own film comes without captions. */}
      <video src={src} controls preload="metadata" aria-label={nameOf(message)} onError={() => setFailed(true)} />
    </div>
  );
}
