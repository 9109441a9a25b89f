import { ChevronRight, type LucideIcon, Plus, Ticket } from 'lucide-react';
import { Dialog } from '../../shared/ui/overlays/dialog.tsx';
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
        <Choice icon={Plus} title="Create a Group" text="Start a new shared schedule" onClick={onCreate} />
        <Choice icon={Ticket} title="Join a Group" text="Use an invite code or link" onClick={onJoin} />
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  icon: LucideIcon;
  title: string;
  text: string;
  onClick: () => void;
}

function Choice({ icon: Icon, title, text, onClick }: ChoiceProps) {
  return (
    <button type="button" onClick={onClick}>
      <span className="choose__icon">
        <Icon className="i" />
      </span>
      <span>
        <b>{title}</b>
        <small>{text}</small>
      </span>
      <ChevronRight className="i" />
    </button>
  );
}
