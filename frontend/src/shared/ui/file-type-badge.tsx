import { classNames } from '../lib/class-names.ts';

const KINDS: Record<string, { label: string; tone?: string }> = {
  pdf: { label: 'PDF', tone: 'pdf' },
  doc: { label: 'DOC', tone: 'doc' },
  docx: { label: 'DOC', tone: 'doc' },
  xls: { label: 'XLS', tone: 'xls' },
  xlsx: { label: 'XLS', tone: 'xls' },
  csv: { label: 'XLS', tone: 'xls' },
  ppt: { label: 'PPT', tone: 'ppt' },
  pptx: { label: 'PPT', tone: 'ppt' },
  txt: { label: 'TXT' },
};

/** PDF, DOC, XLS, PPT, TXT by the ending of the name; FILE for anything else. Decoration: the name says it too. */
export function FileTypeBadge({ fileName }: { fileName: string }) {
  const dot = fileName.lastIndexOf('.');
  const ending = dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase();
  const kind = Object.hasOwn(KINDS, ending) ? KINDS[ending] : undefined;
  return (
    <span className={classNames('filetype', kind?.tone && `filetype--${kind.tone}`)} aria-hidden="true">
      {kind?.label ?? 'FILE'}
    </span>
  );
}
