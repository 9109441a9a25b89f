import { act, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { describe, expect, it, vi } from 'vitest';
import { ToastProvider } from '../../shared/ui/overlays/toast.tsx';
import { fakeServices, json } from '../../testing/fakes.ts';
import { makeStore } from '../../testing/make-store.ts';
import { connectionChanged } from '../connection/connection-slice.ts';
import { groupApi } from '../group/group-api.ts';
import { useAction } from './use-action.ts';

const use = (answer: { data?: string; error?: unknown }) => {
  const store = makeStore(fakeServices(() => json({ groups: [] })).services);
  const run = vi.fn((_: string) => Promise.resolve(answer));
  const done = vi.fn();
  const onFailed = vi.fn();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <ToastProvider>{children}</ToastProvider>
    </Provider>
  );
  const { result } = renderHook(
    () => useAction(run, { failed: 'Failed to rename', done: 'Renamed', next: done, onFailed }),
    { wrapper },
  );
  return { store, run, done, onFailed, result };
};

describe('an action of a dialog or form', () => {
  it('an action of a dialog or form says what was done when it succeeds, and continues with the answer', async () => {
    const { result, done } = use({ data: 'renamed' });
    await act(() => result.current.act('Film Club'));
    expect(done).toHaveBeenCalledWith('renamed');
    expect(screen.getByText('Renamed')).toBeTruthy();
    expect(result.current).toMatchObject({ busy: false, error: undefined });
  });

  it('an action of a dialog or form says what failed in the words of the server, else in its own', async () => {
    const refused = use({ error: { status: 403, error: 'Only the owner may do that' } });
    await act(() => refused.result.current.act('Film Club'));
    expect(refused.result.current).toMatchObject({ busy: false, error: 'Only the owner may do that' });
    const silent = use({ error: { status: 0, error: '' } });
    await act(() => silent.result.current.act('Film Club'));
    expect(silent.result.current.error).toBe('Failed to rename');
    expect(silent.done).not.toHaveBeenCalled();
    expect(silent.onFailed).toHaveBeenCalledWith('Failed to rename', { status: 0, error: '' });
  });

  it('an action of a dialog or form runs once at a time', async () => {
    const { result, run } = use({ data: 'renamed' });
    let release = () => {};
    run.mockImplementationOnce(() => new Promise((resolve) => (release = () => resolve({ data: 'renamed' }))));
    act(() => void result.current.act('Film Club'));
    expect(result.current.busy).toBe(true);
    await act(() => result.current.act('Film Club'));
    expect(run).toHaveBeenCalledTimes(1);
    await act(async () => release());
    expect(result.current.busy).toBe(false);
  });

  it('an action of a dialog or form asks nothing of the server without a connection, and says so at once', async () => {
    const { store, run, result } = use({ data: 'renamed' });
    act(() => void store.dispatch(connectionChanged({ status: 'offline', at: 0 })));
    await act(() => result.current.act('Film Club'));
    expect(result.current.error).toBe('No connection. Please try again when you are back online.');
    expect(run).not.toHaveBeenCalled();
  });

  it('an action of a dialog or form is refused while the server is away, and not while only live updates are missing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { store, run, result } = use({ data: 'renamed' });
    act(() => void store.dispatch(connectionChanged({ status: 'reconnecting', at: 0 })));
    act(() => void vi.advanceTimersByTime(2_000));
    vi.useRealTimers();
    await act(() => result.current.act('Film Club'));
    expect(run).not.toHaveBeenCalled();
    await act(async () => void (await store.dispatch(groupApi.endpoints.myGroups.initiate(undefined))));
    await act(() => result.current.act('Film Club'));
    expect(run).toHaveBeenCalledOnce();
  });

  it('an action of a dialog or form no longer says that there is no connection once it is back', async () => {
    const { store, result } = use({ error: { status: 403, error: 'Only the owner may do that' } });
    const connection = (status: 'offline' | 'online') =>
      act(() => void store.dispatch(connectionChanged({ status, at: 0 })));
    connection('offline');
    await act(() => result.current.act('Film Club'));
    connection('online');
    expect(result.current.error).toBeUndefined();
    await act(() => result.current.act('Film Club'));
    connection('offline');
    connection('online');
    expect(result.current.error).toBe('Only the owner may do that');
  });
});
