import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { accountChanges } from './account/fold.ts';
import type { Rules, ThinChange } from './audience.ts';
import { entryChanges } from './entry/fold.ts';
import { groupChanges } from './group/fold.ts';
import { messageChanges } from './message/fold.ts';
import { preferencesChanges } from './preferences/fold.ts';
import { sessionChanges } from './session/fold.ts';

const rules: Rules = {
  ...accountChanges,
  ...sessionChanges,
  ...groupChanges,
  ...entryChanges,
  ...messageChanges,
  ...preferencesChanges,
};

/** Who must hear what about an event: ids and small values, never personal text. */
export const changesOf = (event: StoredEvent): readonly ThinChange[] => {
  const rule = rules[event.type] as ((event: StoredEvent) => readonly ThinChange[]) | undefined;
  return rule === undefined ? [] : rule(event);
};
