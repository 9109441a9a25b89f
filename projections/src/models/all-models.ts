import { audit } from './audit.ts';
import { calendar } from './calendar.ts';
import { chat } from './chat.ts';
import { configuration } from './configuration.ts';
import { files } from './files.ts';
import { groups } from './groups.ts';
import { joinCodes } from './join-codes.ts';
import type { Model } from './model.ts';
import { names } from './names.ts';
import { preferences } from './preferences.ts';
import { reports } from './reports.ts';
import { sessions } from './sessions.ts';
import { users } from './users.ts';

/** Every read model, in the order in which an event is folded into them. */
export const allModels: readonly Model[] = [
  users,
  sessions,
  groups,
  joinCodes,
  preferences,
  calendar,
  chat,
  files,
  reports,
  configuration,
  audit,
  names,
];
