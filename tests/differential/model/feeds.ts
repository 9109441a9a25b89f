import { ref } from '../command.ts';
import { done, type Person, type Rule, type State } from './state.ts';

const OWN = 'my-q';

/** Which membership a person has now; their own calendar needs none. */
const placeIn = ({ groups }: State, { name }: Person, calendar: string): number | undefined =>
  calendar === OWN ? 0 : groups.get(calendar)?.members.get(name)?.place;

/** The calendars to which a person has a link. */
export const liveFeeds = (state: State, person: Person): readonly string[] =>
  [...person.feeds]
    .flatMap(([calendar, { place }]) => (placeIn(state, person, calendar) === place ? [calendar] : []))
    .sort();

export const feedRules = {
  createCalendarFeed: (state, person, { n, body }) => {
    const calendar = body?.groupId === undefined ? OWN : ref(body.groupId);
    const place = placeIn(state, person, calendar);
    if (place === undefined) return 403;
    const id = `f${n}`;
    person.feedsMade.add(id);
    return done(() => person.feeds.set(calendar, { id, place }));
  },
  endCalendarFeed: (_, person, { params }) => {
    const id = ref(params?.id);
    if (!person.feedsMade.has(id)) return 404;
    const [calendar = ''] = [...person.feeds].find(([, feed]) => feed.id === id) ?? [];
    return done(() => person.feeds.delete(calendar));
  },
  // Only imports of nothing are generated: what another would make has no name in a history.
  importEvents: () => 400,
} satisfies Record<string, Rule<Person>>;
