import './lightbox.css';
import { messageTimeLabel } from '@quorum/contracts/message/chat-times.ts';
import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { nearDayName } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTimeZone } from '../../hooks/time-zone.ts';
import { useFailedPicture } from '../../hooks/use-failed-picture.ts';
import { useNow } from '../../hooks/use-now.ts';
import { plainKey } from '../../lib/keys.ts';
import { rowTarget } from '../../lib/row-target.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { CopyLinkButton } from './copy-link-button.tsx';

export type LightboxImage = {
  readonly id: string;
  /** Where it is in the product. */
  readonly path: string;
  readonly fileUrl: string;
  readonly previewUrl?: string | undefined;
  readonly fileName: string;
  /** Bytes. */
  readonly fileSize: number;
  readonly createdAt: string;
  readonly senderName: string;
  readonly avatar?: ReactNode;
};

export interface LightboxProps {
  /** In the order of the strip. */
  images: readonly LightboxImage[];
  startId: string;
  /** Ask for more images, when one at that end of the strip is on show. */
  onNearStart?: (() => void) | undefined;
  onNearEnd?: (() => void) | undefined;
  onClose: () => void;
}

/** More images are asked for at this distance from an end. */
const LOAD_AHEAD = 3;

const useNear = (isNear: boolean, onNear: (() => void) | undefined) =>
  useEffect(() => {
    if (isNear) onNear?.();
  }, [isNear, onNear]);

/** One image over the whole window. Left, Right, Home and End move; Escape closes. */
export function Lightbox({ images, startId, onNearStart, onNearEnd, onClose }: LightboxProps) {
  const { index, image, show } = useCurrentImage(images, startId);
  useNear(index < LOAD_AHEAD, onNearStart);
  useNear(index >= images.length - LOAD_AHEAD, onNearEnd);
  const gone = image === undefined;
  useEffect(() => {
    if (gone) onClose();
  }, [gone, onClose]);
  if (image === undefined) return null;

  const onKeyDown = (event: KeyboardEvent) => {
    const target = rowTarget(plainKey(event), index, images.length);
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          className="lightbox"
          aria-modal="true"
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <Bar image={image} position={`${index + 1} of ${images.length}`} onClose={onClose} />
          <div className="lightbox__nav">
            {index > 0 && (
              <IconButton label="Previous image" icon={<ChevronLeft className="i" />} onClick={() => show(index - 1)} />
            )}
          </div>
          <div className="lightbox__pic">
            <Picture key={image.id} image={image} />
          </div>
          <div className="lightbox__nav">
            {index < images.length - 1 && (
              <IconButton label="Next image" icon={<ChevronRight className="i" />} onClick={() => show(index + 1)} />
            )}
          </div>
          {images.length > 1 && <Strip images={images} index={index} onShow={show} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** When the image on show is deleted, its neighbour is shown. Undefined when none is left. */
const useCurrentImage = (images: readonly LightboxImage[], startId: string) => {
  const [currentId, setCurrentId] = useState(startId);
  const [lastIndex, setLastIndex] = useState(0);
  const found = images.findIndex(({ id }) => id === currentId);
  const index = found === -1 ? Math.min(lastIndex, images.length - 1) : found;
  if (index >= 0 && index !== lastIndex) setLastIndex(index);
  const show = (to: number) => {
    const next = images[to];
    if (next !== undefined) setCurrentId(next.id);
  };
  return { index, image: images[index], show };
};

interface BarProps {
  image: LightboxImage;
  position: string;
  onClose: () => void;
}

function Bar({ image, position, onClose }: BarProps) {
  const timeZone = useTimeZone();
  const now = useNow();
  return (
    <header className="lightbox__bar">
      {image.avatar}
      <div className="lightbox__about">
        <Dialog.Title asChild>
          <b className="cut">{image.fileName}</b>
        </Dialog.Title>
        <small>
          {[image.senderName, sentLabel(image.createdAt, now, timeZone), formatSize(image.fileSize)].join(' · ')}
        </small>
      </div>
      <span className="lightbox__count tabular-digits" role="status">
        {position}
      </span>
      <CopyLinkButton label="Copy link to file" path={image.path} />
      <a className="icon-btn" href={image.fileUrl} download={image.fileName} aria-label={`Download ${image.fileName}`}>
        <Download className="i" />
      </a>
      <IconButton label="Close" icon={<X className="i" />} onClick={onClose} />
    </header>
  );
}

interface StripProps {
  images: readonly LightboxImage[];
  /** The index of the image on show. */
  index: number;
  onShow: (index: number) => void;
}

function Strip({ images, index, onShow }: StripProps) {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    strip.current?.children[index]?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [index]);
  return (
    <div className="lightbox__strip" ref={strip}>
      {images.map((one, at) => (
        <button
          key={one.id}
          type="button"
          aria-label={one.fileName}
          aria-current={at === index}
          onClick={() => onShow(at)}
        >
          <img src={one.previewUrl ?? one.fileUrl} alt="" loading="lazy" draggable={false} />
        </button>
      ))}
    </div>
  );
}

function Picture({ image: { fileUrl, fileName } }: { image: LightboxImage }) {
  const { hasFailed, onError } = useFailedPicture(fileUrl);
  if (hasFailed) return <p role="alert">This image cannot be loaded</p>;
  return <img src={fileUrl} alt={fileName} onError={onError} />;
}

/** `Today at 9:52 AM`, or `Monday at 9:52 AM`, or the date. */
const sentLabel = (createdAt: string, now: number, timeZone: string): string => {
  const near = nearDayName(localDate(createdAt, timeZone), localDate(now, timeZone));
  const time = timeLabel(createdAt, timeZone);
  if (near === 'Today' || near === 'Yesterday') return `${near} at ${time}`;
  return `${messageTimeLabel(createdAt, now, timeZone)} at ${time}`;
};
