/** What a page says of itself. All texts are plain, trimmed and bounded. */
export type FetchedPreview = {
  readonly title?: string;
  readonly description?: string;
  /** Absolute http(s) addresses. */
  readonly image?: string;
  readonly favicon?: string;
  readonly siteName?: string;
};

/** Looks a page up on public addresses only, within bounds of time and size. Never rejects: a failure is a value. */
export interface LinkFetcher {
  fetch(
    url: string,
  ): Promise<{ readonly ok: true; readonly preview: FetchedPreview } | { readonly ok: false; readonly error: string }>;
}
