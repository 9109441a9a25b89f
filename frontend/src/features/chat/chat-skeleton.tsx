import { Delayed } from '../../shared/ui/feedback/delayed.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import './chat-frame.css';

const ROWS = [
  { name: 96, text: '58%' },
  { name: 120, text: '34%' },
  { name: 84, text: '71%' },
  { name: 108, text: '46%' },
  { name: 92, text: '63%' },
];

export function ChatSkeleton() {
  return (
    <div className="chat__frame">
      <div className="chat__scroll" aria-busy="true">
        <span className="visually-hidden" role="status">
          Loading messages...
        </span>
        <div className="chat__push" />
        <Delayed>
          {ROWS.map(({ name, text }) => (
            <div className="chat__col" key={name}>
              <div className="message message--spaced">
                <Skeleton width={36} height={36} radius="full" />
                <div className="chat__bones">
                  <Skeleton width={name} height={12} />
                  <Skeleton width={text} height={14} />
                </div>
              </div>
            </div>
          ))}
        </Delayed>
      </div>
    </div>
  );
}
