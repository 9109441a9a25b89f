import type { LinkItemView, MediaItemView } from '@quorum/contracts/media/wire.ts';
import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { Download, ImageOff, Link as LinkIcon } from 'lucide-react';
import { useState } from 'react';
import { personName } from '../../data/user/person-label.ts';
import { FileTypeBadge } from '../../shared/ui/page/file-type-badge.tsx';

type Sender = MediaItemView['sender'];
const shortName = (sender: Sender): string => sender.firstName || personName(sender);

export function FileList({ files, timeZone }: { files: readonly MediaItemView[]; timeZone: string }) {
  return (
    <ul>
      {files.map((file) => (
        <li className="mrow" key={file.id}>
          <FileTypeBadge fileName={file.fileName} />
          <div>
            <b className="cut" title={file.fileName}>
              {file.fileName}
            </b>
            <small className="cut">
              {[formatSize(file.fileSize), personName(file.sender), timeLabel(file.createdAt, timeZone)].join(' · ')}
            </small>
          </div>
          <a className="icon-btn" href={file.fileUrl} download={file.fileName} aria-label={`Download ${file.fileName}`}>
            <Download className="i" />
          </a>
        </li>
      ))}
    </ul>
  );
}

interface ImageListProps {
  images: readonly MediaItemView[];
  timeZone: string;
  onOpen: (id: string) => void;
}

export function ImageList({ images, timeZone, onOpen }: ImageListProps) {
  return (
    <ul className="shots">
      {images.map((image) => (
        <li key={image.id}>
          <button type="button" aria-label={`Open ${image.fileName}`} onClick={() => onOpen(image.id)}>
            <Thumbnail src={image.previewUrl ?? image.fileUrl} />
          </button>
          <b className="cut" title={image.fileName}>
            {image.fileName}
          </b>
          <small className="cut">
            {[shortName(image.sender), timeLabel(image.createdAt, timeZone), formatSize(image.fileSize)].join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ src }: { src: string }) {
  const [failed, setFailed] = useState<string>();
  if (src === failed)
    return (
      <span className="shots__pic">
        <ImageOff className="i" />
      </span>
    );
  return (
    <img className="shots__pic" src={src} alt="" loading="lazy" draggable={false} onError={() => setFailed(src)} />
  );
}

export function LinkList({ links, timeZone }: { links: readonly LinkItemView[]; timeZone: string }) {
  return (
    <ul className="links">
      {links.map((link) => (
        <li key={`${link.id} ${link.url}`}>
          <a className="lrow" href={link.url} target="_blank" rel="noopener noreferrer">
            <LinkImage src={link.error === undefined ? link.image : undefined} />
            <div>
              <small>
                <LinkIconOf link={link} />
                <span>{link.domain}</span>
              </small>
              <b className="cut" dir="auto">
                {link.title ?? link.url.replace(/^https?:\/\//, '')}
              </b>
              {link.error !== undefined ? (
                <p className="cut">Unable to load preview</p>
              ) : (
                link.description && (
                  <p className="cut" dir="auto">
                    {link.description}
                  </p>
                )
              )}
              <small className="cut">
                {[personName(link.sender), timeLabel(link.createdAt, timeZone)].join(' · ')}
              </small>
            </div>
          </a>
        </li>
      ))}
    </ul>
  );
}

function LinkImage({ src }: { src: string | undefined }) {
  const [failed, setFailed] = useState(false);
  if (src === undefined || failed)
    return (
      <span className="lrow__none">
        <LinkIcon className="i" />
      </span>
    );
  return (
    <img className="lrow__pic" src={src} alt="" loading="lazy" draggable={false} onError={() => setFailed(true)} />
  );
}

function LinkIconOf({ link: { favicon, domain, error } }: { link: LinkItemView }) {
  const [failed, setFailed] = useState(false);
  if (error !== undefined) return null;
  if (favicon === undefined || failed) return <i aria-hidden="true">{[...domain][0]?.toUpperCase()}</i>;
  return <img className="lrow__icon" src={favicon} alt="" width={15} height={15} onError={() => setFailed(true)} />;
}
