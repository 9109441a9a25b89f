import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServices, json } from '../../testing/fakes.ts';
import { makeStore } from '../../testing/make-store.ts';
import { call } from './call.ts';
import { request } from './request.ts';
import { upload } from './upload.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // The platform's own version ignores fake timers.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), milliseconds);
    return controller.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A server that accepts every call and never answers. */
const silent = () => {
  const { services } = fakeServices(() => json({}));
  const given: AbortSignal[] = [];
  const fetch = (_: string, { signal }: RequestInit) =>
    new Promise<Response>((__, reject) => {
      if (!signal) throw new Error('A call without a signal never ends');
      given.push(signal);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { services: { ...services, fetch }, given };
};

class FakeXhr {
  static last: FakeXhr | undefined;
  readonly upload: {
    onprogress?: (event: { loaded: number; total: number }) => void;
    onload?: () => void;
  } = {};
  timeout = 0;
  aborted = false;
  status = 0;
  responseText = '';
  onload: () => void = () => undefined;
  onabort: () => void = () => undefined;
  constructor() {
    FakeXhr.last = this;
  }
  open(): void {}
  setRequestHeader(): void {}
  getResponseHeader(): null {
    return null;
  }
  send(): void {}
  abort(): void {
    this.aborted = true;
    this.onabort();
  }
}

describe('a call to a server that does not answer', () => {
  it('a call to a server that does not answer fails after ten seconds for each try (LIMIT-01, API-02)', async () => {
    const { services, given } = silent();
    const outcome = request(call('me'), services, { token: null });
    await vi.advanceTimersByTimeAsync(9_999);
    expect(given.map(({ aborted }) => aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(2);
    expect(given.map(({ aborted }) => aborted)).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(given.map(({ aborted }) => aborted)).toEqual([true, true, true]);
    expect(await outcome).toEqual({ error: { status: 0, error: '' } });
  });

  const sending = () => {
    vi.stubGlobal('XMLHttpRequest', FakeXhr);
    const { services } = fakeServices(() => json({}));
    const file = new File(['x'], 'x.png', { type: 'image/png' });
    const { promise } = makeStore(services).dispatch(upload('uploadGroupImage', { file }));
    const xhr = FakeXhr.last;
    if (xhr === undefined) throw new Error('Nothing was sent');
    return { promise, xhr };
  };

  it('a call may take as long as it needs while its file is moving (API-02)', async () => {
    const { promise, xhr } = sending();
    for (let loaded = 1; loaded <= 30; loaded += 1) {
      await vi.advanceTimersByTimeAsync(29_000);
      xhr.upload.onprogress?.({ loaded, total: 30 });
    }
    xhr.upload.onload?.();
    await vi.advanceTimersByTimeAsync(100_000);
    expect([xhr.aborted, xhr.timeout]).toEqual([false, 0]);
    Object.assign(xhr, { status: 200, responseText: '{"groupImageUrl":"/files/1"}' });
    xhr.onload();
    expect(await promise).toEqual({ groupImageUrl: '/files/1' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(xhr.aborted).toBe(false);
  });

  it('a call fails after half a minute in which nothing of its file moves (UX-04)', async () => {
    const { promise, xhr } = sending();
    const failed = expect(promise).rejects.toEqual({ status: 0, error: '' });
    await vi.advanceTimersByTimeAsync(20_000);
    xhr.upload.onprogress?.({ loaded: 1, total: 2 });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(xhr.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(xhr.aborted).toBe(true);
    await failed;
  });

  it('a call fails two minutes after its whole file is sent without an answer', async () => {
    const { promise, xhr } = sending();
    const failed = expect(promise).rejects.toMatchObject({ status: 0 });
    xhr.upload.onload?.();
    await vi.advanceTimersByTimeAsync(120_000);
    await failed;
  });
});
