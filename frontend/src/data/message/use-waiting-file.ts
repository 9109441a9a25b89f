import { useEffect, useState } from 'react';
import { useServices } from '../services/services-context.tsx';
import { selectUserId } from '../session/session-slice.ts';
import { useAppSelector } from '../store/hooks.ts';

/** The file of a message in the outbox: held by this page, or stored by the browser. */
export const useWaitingFile = (id: string): File | undefined => {
  const { waitingFiles, keptFiles } = useServices();
  const userId = useAppSelector(selectUserId);
  const [kept, setKept] = useState<File>();
  const atHand = waitingFiles.get(id);
  const isAtHand = atHand !== undefined;
  useEffect(() => {
    if (isAtHand || userId === undefined) return;
    let isCurrent = true;
    void keptFiles.get(userId, id).then((file) => {
      if (isCurrent) setKept(file);
    });
    return () => {
      isCurrent = false;
    };
  }, [isAtHand, keptFiles, userId, id]);
  return atHand ?? kept;
};
