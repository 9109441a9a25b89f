import { Html } from './html.tsx';
import { readMarkdownPage } from './markdown-sections.ts';
import { PublicFrame, type PublicFrameProps } from './public-frame.tsx';

/** The date from which the terms and the privacy policy apply. */
const IN_FORCE = 'January 1, 2025';

export interface LegalPageProps {
  path: PublicFrameProps['path'];
  /** Its lead is the summary. */
  markdown: string;
}

export function LegalPage({ path, markdown }: LegalPageProps) {
  const { title, lead, sections } = readMarkdownPage(markdown);
  return (
    <PublicFrame path={path}>
      <div className="legal">
        <div className="legal__title">
          <h1>{title}</h1>
          <p>{IN_FORCE}</p>
        </div>
        <nav className="legal__contents" aria-label="On this page">
          {sections.map((section) => (
            <a key={section.id} href={`#${section.id}`}>
              {section.title}
            </a>
          ))}
        </nav>
        <article className="legal__body">
          <section className="short">
            <h2>In short</h2>
            <Html html={lead} />
          </section>
          {sections.map((section) => (
            <section key={section.id} id={section.id}>
              <h2>{section.title}</h2>
              <Html html={section.html} />
            </section>
          ))}
        </article>
      </div>
    </PublicFrame>
  );
}
