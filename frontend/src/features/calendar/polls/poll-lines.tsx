import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { Suspense, useState } from 'react';
import { preloadable } from '../../../shared/lib/preloadable.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';

const PollLine = preloadable(async () => ({ default: (await import('./poll-line.tsx')).PollLine }));

/** Lines shown before the rest is requested. */
const SHOWN_LINES = 2;

interface PollLinesProps {
  group: GroupView;
  pollIds: readonly string[];
  onOpen: (pollId: string) => void;
}

/** A line above the schedule for each poll of a group that is not decided. It has its place before it says anything. */
export function PollLines({ group, pollIds, onOpen }: PollLinesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? pollIds : pollIds.slice(0, SHOWN_LINES);
  return (
    <ul className="poll-lines" aria-label="Finding a time">
      {shown.map((pollId) => (
        <li key={pollId}>
          <Suspense fallback={null}>
            <PollLine group={group} pollId={pollId} onOpen={() => onOpen(pollId)} />
          </Suspense>
        </li>
      ))}
      {shown.length < pollIds.length && (
        <li>
          <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
            {`${pollIds.length - shown.length} more`}
          </Button>
        </li>
      )}
    </ul>
  );
}
