// biome-ignore-all lint/a11y/useSemanticElements: a swatch with its name is more than an <input> can show.
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { CHOOSABLE_ACCENTS } from '../../shared/lib/accent.ts';
import { rovingTarget } from '../../shared/lib/roving.ts';
import { Dialog } from '../../shared/ui/overlays/dialog.tsx';
import './groups.css';
import { useColorChoice } from './use-color-choice.ts';

/**
 * The user's own color for a group. A choice is saved at once. The dialog stays open, so the user can look and choose
 * again.
 */
export function ColorPicker({ group, onClose }: { group: GroupView; onClose: () => void }) {
  const { chosen, pick } = useColorChoice(group._id);
  const swatches = useRef<(HTMLButtonElement | null)[]>([]);
  const current = useRef<HTMLButtonElement>(null);

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const target = rovingTarget(event.key, index, CHOOSABLE_ACCENTS.length);
    if (target === undefined) return;
    event.preventDefault();
    swatches.current[target]?.focus();
    pick(target);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Choose Color for ${group.name}`}
      className="color-picker"
      initialFocus={current}
    >
      <div className="pick" role="radiogroup" aria-label={`Color of ${group.name}`}>
        {CHOOSABLE_ACCENTS.map(({ id, name, label }, index) => (
          <button
            key={id}
            ref={(swatch) => {
              swatches.current[index] = swatch;
              if (id === chosen) current.current = swatch;
            }}
            type="button"
            role="radio"
            aria-checked={id === chosen}
            tabIndex={id === chosen ? 0 : -1}
            data-accent={name}
            onClick={() => pick(id)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <i>{id === chosen && <Check className="i" />}</i>
            {label}
          </button>
        ))}
      </div>
      <p className="field__hint">Only you see this color.</p>
    </Dialog>
  );
}
