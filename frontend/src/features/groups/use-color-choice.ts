import { useRef, useState } from 'react';
import { useAccents } from '../../data/group/accent.ts';
import { useChooseColorMutation, useColorPreferencesQuery } from '../../data/preferences/preferences-api.ts';

/**
 * The color of a group, and how to choose another. Arrow keys choose faster than the server answers: one choice is sent
 * at a time, so that they arrive in order, and the news of an earlier one does not replace the last one.
 */
export const useColorChoice = (groupId: string) => {
  const { data: preferences = {} } = useColorPreferencesQuery();
  const { indexOf } = useAccents();
  const [choose] = useChooseColorMutation();
  const [wanted, setWanted] = useState<number>();
  const last = useRef<number>(undefined);
  const chosen = wanted ?? indexOf(groupId);

  const send = async () => {
    for (let sent: number | undefined; last.current !== undefined && last.current !== sent; ) {
      sent = last.current;
      await choose({ groupId, colorIndex: sent });
    }
    last.current = undefined;
    setWanted(undefined);
  };
  const pick = (colorIndex: number) => {
    if (colorIndex === chosen && preferences[groupId] === chosen) return;
    const isSending = last.current !== undefined;
    last.current = colorIndex;
    setWanted(colorIndex);
    if (!isSending) void send();
  };
  return { chosen, pick };
};
