import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';

export interface QuietLineProps {
  children: ReactNode;
  action?: { readonly label: string; readonly onClick: () => void };
}

/** One sentence about the connection or about loading, with one small action. Never a dialog. */
export function QuietLine({ children, action }: QuietLineProps) {
  return (
    <div className="quiet">
      <CloudOff className="i" />
      <span role="status">{children}</span>
      {action && (
        <Button variant="ghost" size="sm" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
