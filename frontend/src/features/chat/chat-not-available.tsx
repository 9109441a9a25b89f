import { Calendar, MessageCircle } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';

/** Shown instead of a chat in My Schedule, which has none. */
export function ChatNotAvailable({ onBack }: { onBack: () => void }) {
  return (
    <div className="chat__none">
      <div className="empty">
        <span className="tl__icon chat__nope">
          <MessageCircle className="i i--lg" aria-hidden="true" />
        </span>
        <h2>Chat Not Available</h2>
        <p>Chat is only available for group conversations.</p>
        <Button icon={<Calendar className="i" aria-hidden="true" />} onClick={onBack}>
          Back to Calendar
        </Button>
      </div>
    </div>
  );
}
