import './linked-site.css';

/** Shown if the preview of a page could not be loaded. */
export const PREVIEW_FAILED = 'Unable to load preview';

/** The first letter of a linked site. */
export function SiteIcon({ name }: { name: string }) {
  return (
    <i className="site-icon" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </i>
  );
}
