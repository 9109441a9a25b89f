import { CLOCK_STEP, type Command, type GeneratedName, ref } from '../command.ts';
import { attendanceRules } from './attendance.ts';
import { adminRules, contentRules, isSoundContent } from './content.ts';
import { feedRules } from './feeds.ts';
import { groupRules, invitation, isSoundForGroup } from './groups.ts';
import { accountRules, notificationRules, visitorRules } from './people.ts';
import { isSoundForPoll, pollRules } from './polls.ts';
import { seriesOf, seriesRules } from './series.ts';
import { done, type Person, type Rule, type State } from './state.ts';

const MONTH = 30 * 24 * 3_600_000;

/** For visitors and administrators, and for people who are signed in. A command without a rule does not compile. */
const openRules = { ...visitorRules, ...adminRules, invitation };
const personRules = {
  ...accountRules,
  ...notificationRules,
  ...groupRules,
  ...contentRules,
  ...attendanceRules,
  ...feedRules,
  ...pollRules,
};
const rules: Readonly<Record<GeneratedName, unknown>> = { ...openRules, ...personRules };

const isSignedIn = ({ now }: State, { deleted, sessions }: Person): boolean => {
  const session = sessions.at(-1);
  return !deleted && session !== undefined && !session.ended && now - session.at < MONTH;
};

/** Whether a person's browser is signed in. */
export const isHere = (state: State, name: string): boolean => {
  const person = state.people.get(name);
  return person !== undefined && isSignedIn(state, person);
};

/** Only the account may be used before the profile is complete, except for a change of number. */
const beforeProfile = (does: string): boolean => does in accountRules && does !== 'updatePhone';

const moveOn = (state: State): void => {
  state.now += CLOCK_STEP;
  state.codes.clear();
  for (const person of state.people.values()) person.misses = 0;
};

/** Executes a command. @returns the status of its answer. */
export const apply = (state: State, command: Command): number => {
  const { does, who } = command;
  if (does === 'clock') return done(() => moveOn(state));
  if (does in openRules) return openRules[does as keyof typeof openRules](state, command);
  const person = state.people.get(who);
  if (person === undefined || !isSignedIn(state, person)) return 401;
  if (!person.complete && !beforeProfile(does)) return 403;
  if (![isSoundForGroup, isSoundContent, isSoundForPoll].every((isSound) => isSound(command))) return 400;
  const isOfSeries = does in seriesRules && seriesOf(state, ref(command.params?.id)) !== undefined;
  return ((isOfSeries ? seriesRules[does as keyof typeof seriesRules] : rules[does]) as Rule<Person>)(
    state,
    person,
    command,
  );
};
