import { ChevronRight, Plus, Ticket } from 'lucide-react';
import { Dialog } from '../../shared/ui/dialog.tsx';
import './groups.css';

export interface AddGroupDialogProps {
  onClose: () => void;
  onCreate: () => void;
  onJoin: () => void;
}

/** Create a group or join one. */
export function AddGroupDialog({ onClose, onCreate, onJoin }: AddGroupDialogProps) {
  return (
    <Dialog open onClose={onClose} title="Add a group" className="add-group" accent="personal">
      <div className="choose">
        <button type="button" onClick={onCreate}>
          <span className="choose__icon">
            <Plus className="i" aria-hidden="true" />
          </span>
          <span>
            <b>Create a Group</b>
            <small>Start a new shared schedule</small>
          </span>
          <ChevronRight className="i" aria-hidden="true" />
        </button>
        <button type="button" onClick={onJoin}>
          <span className="choose__icon">
            <Ticket className="i" aria-hidden="true" />
          </span>
          <span>
            <b>Join a Group</b>
            <small>Use an invite code or link</small>
          </span>
          <ChevronRight className="i" aria-hidden="true" />
        </button>
      </div>
    </Dialog>
  );
}
