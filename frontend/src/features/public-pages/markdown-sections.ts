import { marked } from 'marked';
import { SUPPORT_EMAIL } from '../../shared/lib/support-contact.ts';

export interface MarkdownSection {
  /** The fragment of its address. */
  id: string;
  title: string;
  html: string;
}

export interface MarkdownPage {
  title: string;
  /** The text between the title and the first section. */
  lead: string;
  sections: readonly MarkdownSection[];
}

const HEADING = /^(.+?) \{#([a-z-]+)\}\n([\s\S]*)$/;

/**
 * A page from our own Markdown: `# Title`, a lead, and sections that begin with `## Heading {#fragment}`. `{{support}}` becomes
 * a link to the support address. Only the build runs this, so the parser is not shipped. Throws on a section without a fragment.
 */
export const readMarkdownPage = (source: string): MarkdownPage => {
  const [head = '', ...parts] = source.split(/^## /m);
  return {
    title: /^# (.+)$/m.exec(head)?.[1] ?? '',
    lead: toHtml(head.replace(/^# .+$/m, '')),
    sections: parts.map((part) => {
      const [, title, id, text] = HEADING.exec(part) ?? [];
      if (title === undefined || id === undefined)
        throw new Error(`No fragment in the heading "${part.split('\n')[0]}"`);
      return { id, title, html: toHtml(text ?? '') };
    }),
  };
};

const toHtml = (markdown: string): string =>
  marked
    .parse(markdown, { async: false })
    .replaceAll('{{support}}', `<a class="link" href="mailto:${SUPPORT_EMAIL}">${SUPPORT_EMAIL}</a>`);
