import { CLOCK_STEP, type Command, type GeneratedName } from '../command.ts';
import { adminRules, contentRules, isSoundContent } from './content.ts';
import { groupRules, invitation, isSoundGroupCommand } from './groups.ts';
import { accountRules, visitorRules } from './people.ts';
import { OK, type Person, type State, type Status } from './state.ts';

const MONTH = 30 * 24 * 3_600_000;

/** For visitors and administrators. */
const openRules = { ...visitorRules, ...adminRules, invitation };
/** For everyone signed in, with the account itself; the change of number alone asks for a complete profile. */
const personRules = { ...accountRules, ...groupRules, ...contentRules };

/** A command without a rule does not compile. */
type Missing = Exclude<GeneratedName, keyof typeof openRules | keyof typeof personRules>;
const isTotal: [Missing] extends [never] ? true : Missing = true;

const isSignedIn = ({ now }: State, { deleted, sessions }: Person): boolean => {
  const session = sessions.at(-1);
  return !deleted && session !== undefined && !session.ended && now - session.at < MONTH;
};

const beforeProfile = (does: string): boolean => does in accountRules && does !== 'updatePhone';

const moveOn = (state: State): Status => {
  state.now += CLOCK_STEP;
  state.codes.clear();
  for (const person of state.people.values()) person.misses = 0;
  return OK;
};

/** Carries out a command. @returns the status of its answer. */
export const apply = (state: State, command: Command): Status => {
  const { does, who } = command;
  if (does === 'clock') return moveOn(state);
  if (isTotal && does in openRules) return openRules[does as keyof typeof openRules](state, command);
  const person = state.people.get(who);
  if (person === undefined || !isSignedIn(state, person)) return 401;
  if (!person.complete && !beforeProfile(does)) return 403;
  if (!isSoundGroupCommand(command) || !isSoundContent(command)) return 400;
  return personRules[does as keyof typeof personRules](state, person, command);
};

/** Whether a person's browser is signed in. */
export const isHere = (state: State, name: string): boolean => {
  const person = state.people.get(name);
  return person !== undefined && isSignedIn(state, person);
};
