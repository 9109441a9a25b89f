import { ArrowDown } from 'lucide-react';
import { Button } from '../../../shared/ui/button.tsx';

/** Stands over the list while its end is out of sight. */
export function JumpToNewest({ onClick }: { onClick: () => void }) {
  return (
    <Button className="newest" size="sm" icon={<ArrowDown className="i i--sm" aria-hidden="true" />} onClick={onClick}>
      Jump to newest
    </Button>
  );
}
