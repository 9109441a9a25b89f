import { Link } from 'react-router-dom';

const PAGES = [
  { path: '/terms', label: 'Terms' },
  { path: '/privacy', label: 'Privacy' },
  { path: '/support', label: 'Support' },
] as const;

export interface LegalLinksProps {
  className: string;
  /** `route` goes there inside the app, `load` loads the page anew, `tab` leaves what is being entered as it is. */
  by?: 'route' | 'load' | 'tab';
}

/** The foot of every page that has no app around it. */
export function LegalLinks({ className, by = 'route' }: LegalLinksProps) {
  return (
    <footer className={className}>
      {PAGES.map(({ path, label }) =>
        by === 'route' ? (
          <Link key={path} to={path}>
            {label}
          </Link>
        ) : (
          <a key={path} href={path} {...(by === 'tab' && { target: '_blank', rel: 'noopener' })}>
            {label}
          </a>
        ),
      )}
    </footer>
  );
}
