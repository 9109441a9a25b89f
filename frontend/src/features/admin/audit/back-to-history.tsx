import { ArrowLeft } from 'lucide-react';
import { classNames } from '../../../shared/lib/class-names.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';

/** Leads back to the list, and has the focus where it takes the list's place. With `kept`, it is shown even beside the list. */
export function BackToHistory({ kept, onBack }: { readonly kept?: boolean; readonly onBack: () => void }) {
  return (
    <Button
      autoFocus
      variant="ghost"
      size="sm"
      className={classNames('chain-details__back', kept && 'is-kept')}
      icon={<ArrowLeft className="i i--sm" />}
      onClick={onBack}
    >
      Audit History
    </Button>
  );
}
