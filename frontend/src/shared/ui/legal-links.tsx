const PAGES = [
  { path: '/terms', label: 'Terms' },
  { path: '/privacy', label: 'Privacy' },
  { path: '/support', label: 'Support' },
] as const;

export interface LegalLinksProps {
  className: string;
  /** Leaves what is being entered on this page as it is. */
  newTab?: boolean;
}

/** The foot of every page that has no app around it. Its links are documents of their own, outside the app's router. */
export function LegalLinks({ className, newTab = false }: LegalLinksProps) {
  return (
    <footer className={className}>
      {PAGES.map(({ path, label }) => (
        <a key={path} href={path} {...(newTab && { target: '_blank', rel: 'noopener' })}>
          {label}
        </a>
      ))}
    </footer>
  );
}
