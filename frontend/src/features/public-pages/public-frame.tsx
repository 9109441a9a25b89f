import type { ReactNode } from 'react';
import { PUBLIC_PAGES } from '../../shared/ui/page/legal-links.tsx';
import { Brand } from '../../shared/ui/people/brand.tsx';

export interface PublicFrameProps {
  path: (typeof PUBLIC_PAGES)[number]['path'];
  children: ReactNode;
}

/** Head and main part of a public page. The style sheet reads from <html> whether somebody is signed in. */
export function PublicFrame({ path, children }: PublicFrameProps) {
  return (
    <div className="public">
      <a className="public__skip" href="#content">
        Skip to content
      </a>
      <header className="public__head">
        <Brand href="/" />
        <nav aria-label="Pages">
          {PUBLIC_PAGES.map((page) => (
            <a
              key={page.path}
              className="btn btn--ghost"
              href={page.path}
              aria-current={page.path === path ? 'page' : undefined}
            >
              {page.label}
            </a>
          ))}
        </nav>
        <a className="btn public__login" href="/login">
          Log in
        </a>
        <a className="btn public__open" href="/dashboard">
          Open app
        </a>
      </header>
      <main id="content">{children}</main>
    </div>
  );
}
