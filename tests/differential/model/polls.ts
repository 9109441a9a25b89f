import { type Command, ref } from '../command.ts';
import { post, schedule } from './content.ts';
import { byBody, leads, may } from './groups.ts';
import type { Answer, Person, Poll, Role, Rule, State, Vote } from './state.ts';
import { done, isText } from './state.ts';

/** An option's id: its minute in base 36. */
const idOf = (start: string): string => (Date.parse(start) / 60_000).toString(36);

const VOTES: readonly unknown[] = ['yes', 'ifneedbe', 'no', null];

/** All proposed times are on some day at some hour, in UTC. */
const startsIn = (options: unknown): readonly string[] =>
  (options as readonly { date: string; time: string }[])
    .map(({ date, time }) => new Date(`${date}T${time.padStart(5, '0')}:00Z`).toISOString())
    .sort();

const open = byBody((at, { n, body = {} }) => {
  const { state, group, person } = at;
  if (!may(at, 'allowMembersCreateEvents')) return 403;
  const starts = startsIn(body.options);
  if (new Set(starts).size < starts.length) return 400;
  const poll = { id: `q${n}`, group: group.id, creator: person.name, name: String(body.name), starts };
  state.polls.set(poll.id, { ...poll, state: 'open', votes: new Map(), event: undefined });
  return post(state, { id: poll.id, group: group.id, sender: person.name, kind: 'poll' });
});

type OnPoll = { readonly state: State; readonly poll: Poll; readonly person: Person; readonly role: Role };

/** A poll does not exist for outsiders. */
const onPoll =
  (rule: (at: OnPoll, command: Command) => number): Rule<Person> =>
  (state, person, command) => {
    const poll = state.polls.get(ref(command.params?.id));
    const role = state.groups.get(poll?.group ?? '')?.members.get(person.name)?.role;
    return poll === undefined || role === undefined ? 404 : rule({ state, poll, person, role }, command);
  };

const refuseOver = ({ poll }: OnPoll): number | undefined => (poll.state === 'open' ? undefined : 409);

const vote = onPoll((at, { body }) => {
  const { poll, person } = at;
  const given = Object.entries(body?.votes ?? {});
  const known = new Map(poll.starts.map((start) => [idOf(start), start]));
  if (poll.state !== 'open') return 409;
  if (given.some(([id]) => !known.has(id))) return 400;
  return done(() => {
    const own = poll.votes.get(person.name) ?? new Map<string, Vote>();
    for (const [id, said] of given) {
      if (said === null) own.delete(known.get(id) ?? '');
      else own.set(known.get(id) ?? '', said as Vote);
    }
    if (own.size > 0) poll.votes.set(person.name, own);
    else poll.votes.delete(person.name);
  });
});

const change = onPoll((at, { body = {} }) => {
  const { poll, person } = at;
  if (poll.creator !== person.name) return 403;
  const over = refuseOver(at);
  if (over !== undefined) return over;
  const starts = body.options === undefined ? poll.starts : startsIn(body.options);
  if (new Set(starts).size < starts.length) return 400;
  return done(() => {
    Object.assign(poll, { starts, name: body.name ?? poll.name });
    for (const [name, own] of poll.votes) {
      for (const start of own.keys()) if (!starts.includes(start)) own.delete(start);
      if (own.size === 0) poll.votes.delete(name);
    }
  });
});

const ANSWERS: { readonly [V in Vote]: Answer } = { yes: 'going', ifneedbe: 'maybe', no: 'cant' };

/** Votes for the chosen time become answers. */
const carry = (state: State, poll: Poll, start: string, id: string): void => {
  const event = state.events.get(id);
  const members = state.groups.get(poll.group)?.members;
  if (event === undefined) return;
  for (const [name, own] of poll.votes) {
    const said = own.get(start);
    if (said === undefined || !members?.has(name)) continue;
    const isCreators = name === poll.creator;
    const as = { guests: 0, seated: said === 'yes', for: isCreators ? 'whatever' : `${start} 60 ` };
    event.parties.set(name, { answer: ANSWERS[said], ...as });
  }
};

const settles = ({ poll, person, role }: OnPoll): boolean => poll.creator === person.name || leads(role);

const decide = onPoll((at, { n, body }) => {
  const { state, poll } = at;
  const group = state.groups.get(poll.group);
  const creator = group?.members.get(poll.creator);
  if (!settles(at) || group === undefined || creator === undefined) return 403;
  if (!leads(creator.role) && !group.settings.allowMembersCreateEvents) return 403;
  const over = refuseOver(at);
  const start = poll.starts.find((one) => idOf(one) === body?.optionId);
  if (over !== undefined || start === undefined) return over ?? 400;
  Object.assign(poll, { state: 'decided', event: `e${n}` });
  const when = { date: start.slice(0, 10), time: start.slice(11, 16), timeZone: 'UTC', duration: 60 };
  const reminder = state.people.get(poll.creator)?.reminderDefault ?? 30;
  schedule(state, { name: poll.creator }, { n, body: { name: poll.name, ...when, reminder } }, poll.group);
  return done(() => carry(state, poll, start, `e${n}`));
});

const cancel = onPoll((at) => {
  if (!settles(at)) return 403;
  return refuseOver(at) ?? done(() => Object.assign(at.poll, { state: 'cancelled' }));
});

export const pollRules = { openPoll: open, vote, changePoll: change, decidePoll: decide, cancelPoll: cancel };

/** Checks that precede all others. */
export const isSoundForPoll = ({ does, body = {} }: Command): boolean => {
  if (does === 'openPoll') return isText(body.name, 100);
  if (does === 'vote') return Object.values(body.votes ?? {}).every((given) => VOTES.includes(given));
  return does !== 'changePoll' || !('name' in body) || isText(body.name, 100);
};

/** The polls of a group, as one member sees them. */
export const pollsOf = ({ polls }: State, group: string, viewer: string) =>
  [...polls.values()]
    .filter((poll) => poll.group === group)
    .map(({ id, creator, name, state, starts, votes, event }) => {
      const count = (start: string, vote: Vote): number =>
        [...votes.values()].filter((own) => own.get(start) === vote).length;
      return {
        id,
        creator,
        name,
        state,
        options: starts.map((start) => ({
          startsAt: start,
          yes: count(start, 'yes'),
          ifneedbe: count(start, 'ifneedbe'),
          no: count(start, 'no'),
        })),
        answered: votes.size,
        mine: starts.map((start) => votes.get(viewer)?.get(start) ?? null),
        event: event ?? null,
      };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
