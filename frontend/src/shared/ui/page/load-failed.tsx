import { RefreshCw, TriangleAlert } from 'lucide-react';
import { Button } from '../controls/button.tsx';

export interface LoadFailedProps {
  /** Whose layout it has: a line above the work, or a part of a list. */
  className: string;
  /** “{Thing} didn’t load.” */
  children: string;
  onRetry: () => void;
}

/** What did not load, with the way to try again. */
export function LoadFailed({ className, children, onRetry }: LoadFailedProps) {
  return (
    <div className={className}>
      <TriangleAlert className="i i--sm" aria-hidden="true" />
      <span role="status">{children}</span>
      <Button size="sm" icon={<RefreshCw className="i i--sm" aria-hidden="true" />} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
