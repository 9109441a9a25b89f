import { vi } from 'vitest';

/** `retryAfter` in seconds. An upload that is never answered can still be aborted. */
export type UploadAnswer =
  | { readonly status: number; readonly body: object; readonly retryAfter?: number }
  | 'no network'
  | 'never';

type Handler = () => void;

/**
 * Replaces the browser's uploads until `vi.unstubAllGlobals`.
 * @param answer called with the form's `id` and the number of uploads before.
 * @returns the ids of all uploads begun, and of those aborted, as they grow.
 */
export const fakeUploads = (answer: (id: string, index: number) => UploadAnswer) => {
  const sent: string[] = [];
  const aborted: string[] = [];
  class FakeXhr {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    responseText = '';
    onload: Handler = () => {};
    onerror: Handler = () => {};
    onabort: Handler = () => {};
    #id = '';
    #retryAfter: number | undefined;
    open(): void {}
    setRequestHeader(): void {}
    getResponseHeader(name: string): string | null {
      return name.toLowerCase() === 'retry-after' && this.#retryAfter !== undefined ? String(this.#retryAfter) : null;
    }
    send(form: FormData): void {
      this.#id = String(form.get('id'));
      const how = answer(this.#id, sent.length);
      sent.push(this.#id);
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      if (how === 'never') return;
      if (how === 'no network') return void setTimeout(() => this.onerror(), 1);
      this.status = how.status;
      this.responseText = JSON.stringify(how.body);
      this.#retryAfter = how.retryAfter;
      setTimeout(() => this.onload(), 1);
    }
    abort(): void {
      aborted.push(this.#id);
      this.onabort();
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
  return { sent, aborted };
};
