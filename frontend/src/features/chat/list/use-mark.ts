import { useEffect, useState } from 'react';

const MARK_MS = 2_000;

/** The message that was just jumped to, highlighted until the eye has found it. */
export const useMark = () => {
  const [mark, setMark] = useState<{ readonly messageId: string }>();
  useEffect(() => {
    if (mark === undefined) return;
    const timer = setTimeout(() => setMark(undefined), MARK_MS);
    return () => clearTimeout(timer);
  }, [mark]);
  return { markedId: mark?.messageId, mark: (messageId: string) => setMark({ messageId }) };
};
