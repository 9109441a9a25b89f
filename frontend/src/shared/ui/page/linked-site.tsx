import './linked-site.css';

/** In place of what a page tells about itself. */
export const PREVIEW_FAILED = 'Unable to load preview';

/** The first letter of a linked site. */
export function SiteIcon({ name }: { name: string }) {
  return (
    <i className="site-icon" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </i>
  );
}
