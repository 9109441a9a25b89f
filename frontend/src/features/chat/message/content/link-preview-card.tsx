import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { Link as LinkIcon } from 'lucide-react';
import { PREVIEW_FAILED, SiteIcon } from '../../../../shared/ui/page/linked-site.tsx';
import { PictureOr } from '../../../../shared/ui/people/avatar.tsx';
import './link-preview-card.css';

type Preview = MessageView['linkPreviews'][number];

/** The preview of a linked page, as far as it could be fetched. */
export function LinkPreviewCard({ preview }: { preview: Preview }) {
  if (preview.error !== undefined) return <FailedPreview preview={preview} />;
  const site = preview.siteName ?? preview.domain;
  const title = preview.title ?? preview.domain;
  return (
    <a className="link-preview" href={preview.url} target="_blank" rel="noopener noreferrer">
      <PictureOr className="link-preview__image" src={preview.image}>
        <span className="link-preview__none">
          <LinkIcon className="i" />
        </span>
      </PictureOr>
      <div>
        <small>
          <SiteIcon name={site} />
          <span className="cut">{site}</span>
          {site !== preview.domain && <span className="link-preview__domain cut">{preview.domain}</span>}
        </small>
        <h3 className="cut" dir="auto">
          {title}
        </h3>
        {preview.description && <p dir="auto">{preview.description}</p>}
      </div>
    </a>
  );
}

/** One small line, since the message contains the address itself. */
function FailedPreview({ preview }: { preview: Preview }) {
  return (
    <a className="link-preview--failed" href={preview.url} target="_blank" rel="noopener noreferrer">
      <LinkIcon className="i i--sm" />
      <span className="cut">{preview.domain}</span>
      <span className="cut">{PREVIEW_FAILED}</span>
    </a>
  );
}
