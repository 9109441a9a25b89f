import type { MediaKind } from '@quorum/contracts/media/wire.ts';
import { File, Image, Link as LinkIcon } from 'lucide-react';

const BUTTONS = [
  { kind: 'files', label: 'Files', Icon: File },
  { kind: 'images', label: 'Images', Icon: Image },
  { kind: 'links', label: 'Links', Icon: LinkIcon },
] as const satisfies readonly { kind: MediaKind; label: string; Icon: typeof File }[];

/** The group's media by kind. The page owns the popout. */
export function MediaButtons({ open, onOpen }: { open: MediaKind | null; onOpen: (kind: MediaKind) => void }) {
  return (
    <div className="media-buttons">
      {BUTTONS.map(({ kind, label, Icon }) => (
        <button
          key={kind}
          type="button"
          className="media-button"
          data-media={kind}
          aria-haspopup="dialog"
          aria-expanded={open === kind}
          onClick={() => onOpen(kind)}
        >
          <Icon className="i" />
          {label}
        </button>
      ))}
    </div>
  );
}
