import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { Droplet, Pin } from 'lucide-react';
import { usePinGroupMutation } from '../../data/preferences/preferences-api.ts';
import { IconButton } from '../../shared/ui/controls/icon-button.tsx';
import { Tooltip } from '../../shared/ui/overlays/tooltip.tsx';

type GroupOptionsProps = {
  readonly group: GroupView;
  readonly pinned: boolean;
  readonly onChooseColor: () => void;
  /** The element beside which the options appear. */
  readonly place: HTMLElement | null;
};

/** Name, pin and color of a group. Positioned relative to the window, because the scrolling list would cut it off. */
export default function GroupOptions({ group, pinned, place, onChooseColor }: GroupOptionsProps) {
  const [pin] = usePinGroupMutation();
  const box = place?.getBoundingClientRect();
  const word = pinned ? 'Unpin' : 'Pin';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className="rail__pop"
      role="group"
      aria-label={`${group.name} options`}
      style={{ left: (box?.right ?? 72) - 6, top: box ? (box.top + box.bottom) / 2 : 0 }}
    >
      <span className="rail__name">{group.name}</span>
      <Tooltip label={pinned ? 'Unpin' : 'Pin to the top'}>
        <IconButton
          size="sm"
          label={`${word} ${group.name}`}
          aria-pressed={pinned}
          icon={<Pin className="i i--sm" aria-hidden="true" />}
          onClick={() => void pin({ groupId: group._id, isPinned: !pinned })}
        />
      </Tooltip>
      <Tooltip label="Choose a color">
        <IconButton
          size="sm"
          className="rail__color"
          label={`Choose Color for ${group.name}`}
          icon={<Droplet className="i i--sm" aria-hidden="true" />}
          onClick={onChooseColor}
        />
      </Tooltip>
    </div>
  );
}
