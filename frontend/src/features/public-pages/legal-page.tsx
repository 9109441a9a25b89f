import type { ReactNode } from 'react';
import { PublicFrame, type PublicFrameProps } from './public-frame.tsx';

/** The date from which the terms and the privacy policy apply. */
const IN_FORCE = 'January 1, 2025';

export interface LegalSection {
  /** The fragment of its address. */
  id: string;
  title: string;
  text: ReactNode;
}

export interface LegalPageProps {
  path: PublicFrameProps['path'];
  title: string;
  /** A summary in a few sentences. */
  short: readonly string[];
  sections: readonly LegalSection[];
}

export function LegalPage({ path, title, short, sections }: LegalPageProps) {
  return (
    <PublicFrame path={path}>
      <div className="lg">
        <div className="lg__title">
          <h1>{title}</h1>
          <p>{IN_FORCE}</p>
        </div>
        <nav className="lg__toc" aria-label="On this page">
          {sections.map(({ id, title: label }) => (
            <a key={id} href={`#${id}`}>
              {label}
            </a>
          ))}
        </nav>
        <article className="lg__body">
          <section className="short">
            <h2>In short</h2>
            <ul>
              {short.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
          {sections.map(({ id, title: heading, text }) => (
            <section key={id} id={id}>
              <h2>{heading}</h2>
              {text}
            </section>
          ))}
        </article>
      </div>
    </PublicFrame>
  );
}
