/** What a linked page says about itself. `error` is a short reason for showing nothing. */
export type LinkPreview = {
  readonly url: string;
  readonly domain: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly image?: string | undefined;
  readonly favicon?: string | undefined;
  readonly siteName?: string | undefined;
  readonly error?: string | undefined;
};
