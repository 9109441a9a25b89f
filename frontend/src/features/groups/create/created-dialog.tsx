import type { AnswerOf } from '@quorum/contracts/routes.ts';
import { Check, Plus } from 'lucide-react';
import { useGroupAccents } from '../../../data/group/accent.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { GroupAvatar } from '../../../shared/ui/people/group-avatar.tsx';
import { InviteShare } from '../invite-share.tsx';
import { Confetti } from './confetti.tsx';
import './create-group.css';

export interface CreatedDialogProps {
  made: AnswerOf<'createGroup'>;
  onClose: () => void;
  onCreateAnother: () => void;
}

/** Success: shows how to invite people. */
export function CreatedDialog({ made, onClose, onCreateAnother }: CreatedDialogProps) {
  const accentOf = useGroupAccents();
  const { group, inviteCode, sixDigitCode } = made;
  return (
    <Dialog
      open
      onClose={onClose}
      closeButton={false}
      className="made"
      accent="personal"
      title={
        <span className="made__hero">
          <Confetti />
          <GroupAvatar name={group.name} imageUrl={group.imageUrl} accent={accentOf(group._id)} />
          <span className="made__ok">
            <Check className="i" />
          </span>
          Group Created!
        </span>
      }
      foot={
        <>
          <Button className="spacer" icon={<Plus className="i" />} onClick={onCreateAnother}>
            Create Another
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className="made__text">Invite people to {group.name} with the code or the link.</p>
      <div className="share">
        <InviteShare inviteCode={inviteCode} sixDigitCode={sixDigitCode} />
      </div>
    </Dialog>
  );
}
