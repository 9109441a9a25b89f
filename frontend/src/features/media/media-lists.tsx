import type { LinkItemView, MediaItemView } from '@quorum/contracts/media/wire.ts';
import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { givenName, personName } from '@quorum/contracts/text/person-name.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { Download, ImageOff, Link as LinkIcon } from 'lucide-react';
import { pathOfFile } from '../../shared/lib/addresses.ts';
import { CopyLinkButton } from '../../shared/ui/overlays/copy-link-button.tsx';
import { FileTypeBadge } from '../../shared/ui/page/file-type-badge.tsx';
import { PREVIEW_FAILED, SiteIcon } from '../../shared/ui/page/linked-site.tsx';
import { PictureOr } from '../../shared/ui/people/avatar.tsx';

interface FileListProps {
  files: readonly MediaItemView[];
  groupId: string;
  timeZone: string;
}

export function FileList({ files, groupId, timeZone }: FileListProps) {
  return (
    <ul>
      {files.map((file) => (
        <li className="media-row" key={file.id}>
          <FileTypeBadge fileName={file.fileName} />
          <div>
            <b className="cut" title={file.fileName}>
              {file.fileName}
            </b>
            <small className="cut">
              {[formatSize(file.fileSize), personName(file.sender), timeLabel(file.createdAt, timeZone)].join(' · ')}
            </small>
          </div>
          <CopyLinkButton label={`Copy link to file ${file.fileName}`} path={pathOfFile(groupId, file.id)} />
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
            <PictureOr className="shots__pic" src={image.previewUrl ?? image.fileUrl} loading="lazy">
              <span className="shots__pic">
                <ImageOff className="i" />
              </span>
            </PictureOr>
          </button>
          <b className="cut" title={image.fileName}>
            {image.fileName}
          </b>
          <small className="cut">
            {[givenName(image.sender), timeLabel(image.createdAt, timeZone), formatSize(image.fileSize)].join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  );
}

export function LinkList({ links, timeZone }: { links: readonly LinkItemView[]; timeZone: string }) {
  return (
    <ul className="links">
      {links.map((link) => (
        <li key={`${link.id} ${link.url}`}>
          <a className="link-row" href={link.url} target="_blank" rel="noopener noreferrer">
            <PictureOr className="link-row__pic" src={link.error === undefined ? link.image : undefined} loading="lazy">
              <span className="link-row__pic">
                <LinkIcon className="i" />
              </span>
            </PictureOr>
            <div>
              <small>
                {link.error === undefined && <SiteIcon name={link.domain} />}
                <span>{link.domain}</span>
              </small>
              <b className="cut" dir="auto">
                {link.title ?? link.url.replace(/^https?:\/\//, '')}
              </b>
              {link.error !== undefined ? (
                <p className="cut">{PREVIEW_FAILED}</p>
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
