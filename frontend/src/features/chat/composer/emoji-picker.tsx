import { Smile } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { Popover } from '../../../shared/ui/overlays/popover.tsx';
import { EMOJI } from './emoji.ts';

const COLUMNS = 8;

/** One tab stop; the arrows move over the grid. */
export function EmojiPicker({ onPick, disabled }: { onPick: (emoji: string) => void; disabled: boolean }) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const steps: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - COLUMNS,
      ArrowDown: at + COLUMNS,
      Home: 0,
      End: EMOJI.length - 1,
    };
    const target = steps[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const button = event.currentTarget.parentElement?.children[target];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <Popover
      label="Emoji"
      side="top"
      align="end"
      className="emoji"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton label="Insert emoji" disabled={disabled} icon={<Smile className="i" />} />}
    >
      {EMOJI.map(([emoji, name], index) => (
        <button
          key={emoji}
          type="button"
          aria-label={name}
          tabIndex={index === active ? 0 : -1}
          onFocus={() => setActive(index)}
          onKeyDown={(event) => onKeyDown(event, index)}
          onClick={() => {
            setOpen(false);
            onPick(emoji);
          }}
        >
          {emoji}
        </button>
      ))}
    </Popover>
  );
}
