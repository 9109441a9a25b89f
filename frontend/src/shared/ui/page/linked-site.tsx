import './linked-site.css';
import { PictureOr } from '../people/avatar.tsx';

/** In place of what a page tells about itself. */
export const PREVIEW_FAILED = 'Unable to load preview';

/** The icon of a linked site, else its first letter. */
export function SiteIcon({ src, name }: { src: string | undefined; name: string }) {
  return (
    <PictureOr className="site-icon" src={src}>
      <i className="site-icon" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </i>
    </PictureOr>
  );
}
