import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { Link as LinkIcon } from 'lucide-react';
import { useState } from 'react';

type Preview = MessageView['linkPreviews'][number];

export const PREVIEW_FAILED = 'Unable to load preview';

/** What the page behind a link says about itself, as far as it could be fetched. */
export function LinkPreviewCard({ preview }: { preview: Preview }) {
  const failed = preview.error !== undefined;
  const site = preview.siteName ?? preview.domain;
  const title = preview.title ?? preview.domain;
  return (
    <a className="prev" href={preview.url} target="_blank" rel="noopener noreferrer">
      <PreviewImage src={failed ? undefined : preview.image} />
      <div>
        <small>
          <Favicon src={preview.favicon} site={site} />
          <span>{site}</span>
          {site !== preview.domain && <span className="prev__domain">{preview.domain}</span>}
        </small>
        <h3 dir="auto">{failed ? preview.url.replace(/^https?:\/\//i, '') : title}</h3>
        {failed ? <p>{PREVIEW_FAILED}</p> : preview.description && <p dir="auto">{preview.description}</p>}
      </div>
    </a>
  );
}

function PreviewImage({ src }: { src: string | undefined }) {
  const [broken, setBroken] = useState(false);
  if (src === undefined || broken)
    return (
      <span className="prev__none">
        <LinkIcon className="i" aria-hidden="true" />
      </span>
    );
  return <img className="prev__image" src={src} alt="" draggable={false} onError={() => setBroken(true)} />;
}

function Favicon({ src, site }: { src: string | undefined; site: string }) {
  const [broken, setBroken] = useState(false);
  if (src === undefined || broken) return <i aria-hidden="true">{[...site][0]?.toUpperCase()}</i>;
  return <img className="prev__icon" src={src} alt="" width={15} height={15} onError={() => setBroken(true)} />;
}
