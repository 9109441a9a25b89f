// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveDraft, selectDraft } from '../../data/message/drafts.ts';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { chooseView, recallView } from '../../data/session/choose-view.ts';
import { checkPostponed } from '../../data/session/session-slice.ts';
import { selectView } from '../../data/session/view-slice.ts';
import { fakeServices, json, signedInServices } from '../../testing/fakes.ts';
import { followTabs } from './follow-tabs.ts';
import { makeStore } from './make-store.ts';

const KEY = 'draft:user-a:group-1';

describe('a draft in two tabs', () => {
  const { services } = signedInServices(() => json({}));
  let store: ReturnType<typeof makeStore>;
  let stop: () => void;

  beforeEach(() => {
    store = makeStore(services);
    store.dispatch(checkPostponed());
    store.dispatch(saveDraft('group-1', { text: 'Written here', replyTo: null }));
    stop = followTabs(store);
  });
  afterEach(() => {
    stop();
    vi.restoreAllMocks();
  });

  const otherTabWrites = (text: string | undefined) => {
    if (text === undefined) services.storage.remove(KEY);
    else services.storage.set(KEY, JSON.stringify({ text, replyTo: null }));
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
  };
  const shown = () => selectDraft(store.getState(), 'group-1').text;

  it('a draft in two tabs is taken over by the tab where nobody is writing', () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    otherTabWrites('Written here, and there');
    expect(shown()).toBe('Written here, and there');
    // The other tab sent it, which ends the draft.
    otherTabWrites(undefined);
    expect(shown()).toBe('');
  });

  it('a draft in two tabs stays where somebody is writing', () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    otherTabWrites('Written there');
    expect(shown()).toBe('Written here');
  });
});

describe('a view chosen in another tab', () => {
  it('a view chosen in another tab leaves the open group as it is, and is that of the next group opened (DASH-09)', () => {
    const { services } = fakeServices(() => json({}));
    const [here, there] = [makeStore(services), makeStore(services)];
    const stop = followTabs(here);
    there.dispatch(chooseView('group-1', 'chat'));
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.preferredView }));
    expect(selectView(here.getState(), 'group-1')).toBe('calendar');
    here.dispatch(recallView());
    expect(selectView(here.getState(), 'group-2')).toBe('chat');
    stop();
  });
});
