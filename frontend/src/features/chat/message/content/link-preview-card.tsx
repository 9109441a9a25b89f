import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { Link as LinkIcon } from 'lucide-react';
import { useState } from 'react';

type Preview = MessageView['linkPreviews'][number];

export const PREVIEW_FAILED = 'Unable to load preview';

/** The preview of a linked page, as far as it could be fetched. */
export function LinkPreviewCard({ preview }: { preview: Preview }) {
  if (preview.error !== undefined) return <FailedPreview preview={preview} />;
  const site = preview.siteName ?? preview.domain;
  const title = preview.title ?? preview.domain;
  return (
    <a className="prev" href={preview.url} target="_blank" rel="noopener noreferrer">
      <PreviewImage src={preview.image} />
      <div>
        <small>
          <PictureOr className="prev__icon" src={preview.favicon} width={15} height={15}>
            <i aria-hidden="true">{[...site][0]?.toUpperCase()}</i>
          </PictureOr>
          <span className="cut">{site}</span>
          {site !== preview.domain && <span className="prev__domain cut">{preview.domain}</span>}
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
    <a className="prev--failed" href={preview.url} target="_blank" rel="noopener noreferrer">
      <LinkIcon className="i i--sm" />
      <span className="cut">{preview.domain}</span>
      <span className="cut">{PREVIEW_FAILED}</span>
    </a>
  );
}

function PreviewImage({ src }: { src: string | undefined }) {
  const [broken, setBroken] = useState(false);
  if (src === undefined || broken)
    return (
      <span className="prev__none">
        <LinkIcon className="i" />
      </span>
    );
  return <img className="prev__image" src={src} alt="" draggable={false} onError={() => setBroken(true)} />;
}

function Favicon({ src, site }: { src: string | undefined; site: string }) {
  const [broken, setBroken] = useState(false);
  if (src === undefined || broken) return <i aria-hidden="true">{[...site][0]?.toUpperCase()}</i>;
  return <img className="prev__icon" src={src} alt="" width={15} height={15} onError={() => setBroken(true)} />;
}
