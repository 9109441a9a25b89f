import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';

/** One sentence about the connection, with the way to try again. Never a dialog. */
export function QuietLine({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <div className="quiet">
      <CloudOff className="i" />
      <span role="status">{children}</span>
      <Button variant="ghost" size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
