import { describe, it } from 'vitest';
import { accountDeleted, ada, ben, club, founded, happens } from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { testProjection } from '../testing/projection-testing.ts';
import { names } from './names.ts';

const { given } = testProjection(projectWith(names));

const named = (firstName: string, lastName: string) => happens('NameChanged', { userId: ada, firstName, lastName });

const person = (index: number, name: string, words: string) => ({
  id: `${ada} ${index}`,
  kind: 'person',
  subject: ada,
  name,
  words,
  start: words.slice(0, 2),
});

describe('names in the audit history', () => {
  it('names in the audit history are found by each of their current words (AUDIT-01)', () =>
    given(named('Ada', 'Van Hill'))
      .when(named('Ada', 'Stone'))
      .then({ names: [person(0, 'Ada Stone', 'ada stone'), person(1, 'Ada Stone', 'stone')] }));

  it('names in the audit history are found by any word, whatever stands between the words (OPER-19)', () =>
    given(named('Ada', 'Night-Sailor')).then({
      names: [
        person(0, 'Ada Night-Sailor', 'ada night sailor'),
        person(1, 'Ada Night-Sailor', 'night sailor'),
        person(2, 'Ada Night-Sailor', 'sailor'),
      ],
    }));

  it('names in the audit history are forgotten with the account (SAFE-01)', () =>
    given(named('Ada', 'Stone')).when(accountDeleted(ada)).then({}));

  it("names in the audit history follow a group's changes, and are forgotten with the group", async () => {
    const created = founded(club, ben);
    await given(created).then({
      names: [
        { id: `${club} 0`, kind: 'group', subject: club, name: 'Book Club', words: 'book club', start: 'bo' },
        { id: `${club} 1`, kind: 'group', subject: club, name: 'Book Club', words: 'club', start: 'cl' },
      ],
    });
    await given(created, happens('GroupDetailsChanged', { groupId: club, name: 'Books', description: null })).then({
      names: [{ id: `${club} 0`, kind: 'group', subject: club, name: 'Books', words: 'books', start: 'bo' }],
    });
    await given(created)
      .when(happens('GroupDeleted', { groupId: club, reason: 'own-wish' }))
      .then({});
  });
});
