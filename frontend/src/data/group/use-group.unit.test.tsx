import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { group, json, message, person, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { useUnread } from '../message/reading/use-unread.ts';
import { changed } from '../store/changes.ts';
import { useGroupAccents } from './accent.ts';
import { useGroup, useReadState } from './use-group.ts';

it('a new message re-renders only what shows the unread count', async () => {
  let drawn = 0;
  const { services } = signedInServices(({ url }) =>
    json(url.endsWith('my-groups') ? { groups: [group('group-1')] } : { group: group('group-1'), preferences: {} }),
  );
  function Name() {
    drawn += 1;
    return <p data-accent={useGroupAccents()('group-1')}>{useGroup('group-1')?.name}</p>;
  }
  function Unread() {
    return <p>{`${useUnread('group-1')} of ${useReadState('group-1').unreadCount} unread`}</p>;
  }
  const { store } = renderScreen(
    <>
      <Name />
      <Unread />
    </>,
    services,
  );
  await screen.findByText(group('group-1').name);
  await act(async () => {});
  const before = drawn;
  const arrived = message('m2', '02', { senderId: person('user-b') });
  act(() => void store.dispatch(changed({ name: 'newMessage', payload: arrived })));
  screen.getByText('1 of 1 unread');
  expect(drawn).toBe(before);
});
