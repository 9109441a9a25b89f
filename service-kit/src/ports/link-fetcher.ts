/** Metadata of a web page. All texts are plain, trimmed and bounded. */
export type FetchedPreview = {
  readonly title?: string;
  readonly description?: string;
  /** Absolute http(s) address. */
  readonly image?: string;
  readonly siteName?: string;
};

export type FetchedImage = { readonly ok: true; readonly bytes: Uint8Array; readonly mimeType: string };

/** A short reason for logs and tests, not for users. */
export type FetchFailure = { readonly ok: false; readonly error: string };

/** Fetches from public addresses only, at most 512 KB, until the signal. Never rejects: a failure is a value. */
export interface LinkFetcher {
  fetch(
    url: string,
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly preview: FetchedPreview } | FetchFailure>;

  /**
   * The image that a preview names: JPEG, PNG, GIF or WebP by its first bytes. It must be re-encoded and stored before anyone sees
   * it; loaded from its own address, it would reveal to that site who reads the message.
   */
  fetchImage(url: string, signal: AbortSignal): Promise<FetchedImage | FetchFailure>;
}
