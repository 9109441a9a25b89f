// biome-ignore-all lint/a11y/useSemanticElements: a swatch with its name is more than an <input> can show.
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { GROUP_PALETTE } from '@quorum/contracts/text/group-colors.ts';
import { Check } from 'lucide-react';
import { useRef } from 'react';
import { rove } from '../../shared/lib/roving.ts';
import { Dialog } from '../../shared/ui/overlays/dialog.tsx';
import './groups.css';
import { useColorChoice } from './use-color-choice.ts';

/**
 * The user's own color for a group. A choice is saved at once. The dialog stays open, so the user can look and choose
 * again.
 */
export function ColorPicker({ group, onClose }: { group: GroupView; onClose: () => void }) {
  const { chosen, pick } = useColorChoice(group._id);
  const current = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Choose Color for ${group.name}`}
      className="color-picker"
      initialFocus={current}
    >
      <div className="pick" role="radiogroup" aria-label={`Color of ${group.name}`}>
        {GROUP_PALETTE.map(({ name, accent }, index) => (
          <button
            key={name}
            ref={index === chosen ? current : undefined}
            type="button"
            role="radio"
            aria-checked={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            data-accent={accent}
            onClick={() => pick(index)}
            onKeyDown={(event) => rove(event, index, pick)}
          >
            <i>{index === chosen && <Check className="i" />}</i>
            {name}
          </button>
        ))}
      </div>
      <p className="field__hint">Only you see this color.</p>
    </Dialog>
  );
}
