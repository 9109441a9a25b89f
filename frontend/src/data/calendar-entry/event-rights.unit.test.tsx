// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { calendarEvent } from '../../testing/calendar.ts';
import { ada, group, json, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { groupApi } from '../group/group-api.ts';
import { useMayDelete } from './event-rights.ts';

const [mine, theirs] = [calendarEvent('a', { createdBy: ada._id }), calendarEvent('b', { createdBy: 'user-b' })];

function Rights() {
  const { data } = groupApi.useMyGroupsQuery();
  const may = [useMayDelete(mine, ada._id), useMayDelete(theirs, ada._id)];
  return <output>{data && String(may)}</output>;
}

it.each([
  ['owner', 'true,true'],
  ['admin', 'true,true'],
  ['member', 'true,false'],
] as const)('the %s of a group may delete their own event and that of another: %s (PERM-15)', async (role, may) => {
  const { services } = signedInServices(() => json({ groups: [group('group-1', { role })] }));
  renderScreen(<Rights />, services);
  await screen.findByText(may);
});
