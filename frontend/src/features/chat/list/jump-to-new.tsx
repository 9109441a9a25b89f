import { ArrowUp } from 'lucide-react';
import { Button } from '../../../shared/ui/button.tsx';

/** Stands over the list while the first new message is further up. */
export function JumpToNew({ onClick }: { onClick: () => void }) {
  return (
    <Button
      className="newest newest--up"
      size="sm"
      icon={<ArrowUp className="i i--sm" aria-hidden="true" />}
      onClick={onClick}
    >
      Jump to first new
    </Button>
  );
}
