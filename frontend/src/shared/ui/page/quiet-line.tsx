import { CloudOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';

/** One sentence about the connection, with the way to try again. Never a dialog. */
export function QuietLine({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <Quiet Icon={CloudOff} text={children}>
      <Button variant="ghost" size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </Quiet>
  );
}

/** One sentence above the work, with its buttons. */
export function Quiet({ Icon, text, children }: { Icon: LucideIcon; text: ReactNode; children: ReactNode }) {
  return (
    <div className="quiet">
      <Icon className="i" />
      <span role="status">{text}</span>
      <div className="quiet__acts">{children}</div>
    </div>
  );
}
