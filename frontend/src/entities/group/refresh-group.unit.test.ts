import { expect, it } from 'vitest';
import { makeStore } from '../store/make-store.ts';
import { fakeServices, group, json, signInAs } from '../testing/fakes.ts';
import { groupApi } from './group-api.ts';
import { refreshGroup, takeGroup } from './group-patches.ts';

it('a change that comes while the group is being loaded is asked for once more', async () => {
  let name = 'first';
  const answers: (() => void)[] = [];
  const { services } = fakeServices(() => {
    const read = json({ group: group('g1', { name }) });
    return new Promise<Response>((resolve) => answers.push(() => resolve(read)));
  });
  signInAs(services);
  const store = makeStore(services);
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  const first = store.dispatch(refreshGroup('g1', takeGroup));
  await turn();
  name = 'second';
  const second = store.dispatch(refreshGroup('g1', takeGroup));
  await turn();
  answers[0]?.();
  await first;
  await turn();
  answers[1]?.();
  await second;
  expect(groupApi.endpoints.group.select('g1')(store.getState()).data?.name).toBe('second');
});
