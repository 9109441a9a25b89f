import { fileBadge } from '@quorum/contracts/text/file-kinds.ts';
import { classNames } from '../../lib/class-names.ts';

const TONED = new Set(['PDF', 'DOC', 'XLS', 'PPT']);

/** PDF, DOC, XLS, PPT, TXT or FILE. Decoration: the name says the same. */
export function FileTypeBadge({ fileName }: { fileName: string }) {
  const badge = fileBadge(fileName);
  return (
    <span
      className={classNames('file-type', TONED.has(badge) && `file-type--${badge.toLowerCase()}`)}
      aria-hidden="true"
    >
      {badge}
    </span>
  );
}
