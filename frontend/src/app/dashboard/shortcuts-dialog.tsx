import { Dialog } from '../../shared/ui/overlays/dialog.tsx';
import './shortcuts.css';

const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ['Enter', 'Send the message'],
  ['Shift + Enter', 'Start a new line'],
  ['↑', 'Edit your last message, when the field is empty'],
  [':smile:', 'Insert an emoji by name'],
  ['↑ ↓', 'Move between messages'],
  ['← →', 'Move between days and weeks'],
  ['Esc', 'Close a dialog, or stop editing'],
  ['/', 'Search'],
  ['?', 'Show this list'],
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <dl className="keys">
        {SHORTCUTS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
