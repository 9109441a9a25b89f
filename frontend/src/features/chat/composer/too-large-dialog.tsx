import {
  FILES_TOO_LARGE_LIMITS,
  FILES_TOO_LARGE_TITLE,
  filesTooLargeIntro,
  tooLargeLine,
} from '@quorum/contracts/text/file-kinds.ts';
import { AlertDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { FileTypeBadge } from '../../../shared/ui/page/file-type-badge.tsx';
import './too-large-dialog.css';

/** Names the files that were not queued, and why. */
export function TooLargeDialog({ files, onClose }: { files: readonly File[]; onClose: () => void }) {
  return (
    <AlertDialog open={files.length > 0} onClose={onClose} title={FILES_TOO_LARGE_TITLE}>
      <p>{filesTooLargeIntro(files.length)}</p>
      <ul className="too-large">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list never changes.
          <li key={index}>
            <FileTypeBadge fileName={file.name} />
            <div>
              <b className="cut">{file.name}</b>
              <small>{tooLargeLine(file)}</small>
            </div>
          </li>
        ))}
      </ul>
      <p className="limits">
        {FILES_TOO_LARGE_LIMITS.map((limit) => (
          <span key={limit}>{limit}</span>
        ))}
      </p>
    </AlertDialog>
  );
}
