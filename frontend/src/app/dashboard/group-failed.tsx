import { RefreshCw, Users } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';

/** In place of a group that cannot be shown, because the list of groups did not load. */
export function GroupFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="stage">
      <div className="empty">
        <span className="tl__icon empty__icon">
          <Users className="i i--lg" aria-hidden="true" />
        </span>
        <h2>This group didn’t load</h2>
        <p>It opens here once your groups have loaded.</p>
        <Button icon={<RefreshCw className="i" aria-hidden="true" />} onClick={onRetry}>
          Try Again
        </Button>
      </div>
    </div>
  );
}
