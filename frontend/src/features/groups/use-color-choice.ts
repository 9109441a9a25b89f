import { useRef, useState } from 'react';
import { errorText } from '../../data/api/api-error.ts';
import { useAccents } from '../../data/group/accent.ts';
import { preferencesApi, useGroupPreferences } from '../../data/preferences/preferences-api.ts';
import { useToast } from '../../shared/ui/overlays/toast.tsx';

const COLOR_FAILED = 'Failed to save the color. Please try again.';

/**
 * The color of a group, and how to choose another. Arrow keys choose faster than the server answers: one choice is sent
 * at a time, so that they arrive in order, and the news of an earlier one does not replace the last one.
 */
export const useColorChoice = (groupId: string) => {
  const { preferences } = useGroupPreferences();
  const { indexOf } = useAccents();
  const [choose] = preferencesApi.useChangeGroupPreferencesMutation();
  const toast = useToast();
  const [wanted, setWanted] = useState<number>();
  const last = useRef<number>(undefined);
  const chosen = wanted ?? indexOf(groupId);

  const send = async () => {
    let failure: unknown;
    for (let sent: number | undefined; last.current !== undefined && last.current !== sent; ) {
      sent = last.current;
      failure = (await choose({ groupId, color: sent })).error;
    }
    if (failure !== undefined) toast(errorText(failure, COLOR_FAILED), 'error');
    last.current = undefined;
    setWanted(undefined);
  };
  const pick = (colorIndex: number) => {
    if (colorIndex === chosen && preferences[groupId]?.color === chosen) return;
    const isSending = last.current !== undefined;
    last.current = colorIndex;
    setWanted(colorIndex);
    if (!isSending) void send();
  };
  return { chosen, pick };
};
