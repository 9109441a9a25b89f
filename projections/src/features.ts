import { users } from './account/fold.ts';
import { audit } from './audit/fold.ts';
import { names } from './audit/names.ts';
import { configuration } from './configuration/fold.ts';
import { calendar } from './entry/fold.ts';
import { files } from './file/fold.ts';
import { groups } from './group/fold.ts';
import { joinCodes } from './invite/fold.ts';
import { chat } from './message/fold.ts';
import type { Model } from './model.ts';
import { preferences } from './preferences/fold.ts';
import { reports } from './report/fold.ts';
import { sessions } from './session/fold.ts';

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
