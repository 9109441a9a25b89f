/** What a page says of itself. All texts are plain, trimmed and bounded. */
export type FetchedPreview = {
  readonly title?: string;
  readonly description?: string;
  /** Absolute http(s) addresses. */
  readonly image?: string;
  readonly favicon?: string;
  readonly siteName?: string;
};

export type FetchedImage = { readonly ok: true; readonly bytes: Uint8Array; readonly mimeType: string };

/** A short word for logs and tests, not a text for people. */
export type FetchFailure = { readonly ok: false; readonly error: string };

/** Looks things up on public addresses only, within bounds of time and size. Never rejects: a failure is a value. */
export interface LinkFetcher {
  fetch(url: string): Promise<{ readonly ok: true; readonly preview: FetchedPreview } | FetchFailure>;

  /**
   * The image that a preview names, at most 2 MB of JPEG, PNG, GIF or WebP by its first bytes. To be re-encoded and stored
   * before anyone sees it: loaded from its own address, it would tell that site who reads the message.
   */
  fetchImage(url: string): Promise<FetchedImage | FetchFailure>;
}
