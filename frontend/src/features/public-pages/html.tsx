/** Text that the build has rendered from our own Markdown. */
export function Html({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is rendered from our own Markdown.
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
