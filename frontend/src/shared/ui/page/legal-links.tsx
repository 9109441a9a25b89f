/** Separate documents, outside the app's router. */
export const PUBLIC_PAGES = [
  { path: '/terms', label: 'Terms' },
  { path: '/privacy', label: 'Privacy' },
  { path: '/support', label: 'Support' },
] as const;

export interface LegalLinksProps {
  className?: string;
  /** Opens links in a new tab, which keeps what is being entered here. */
  newTab?: boolean;
}

/** The footer of pages outside the app. */
export function LegalLinks({ className = 'legal', newTab = false }: LegalLinksProps) {
  return (
    <footer className={className}>
      {PUBLIC_PAGES.map(({ path, label }) => (
        <a key={path} href={path} {...(newTab && { target: '_blank', rel: 'noopener' })}>
          {label}
        </a>
      ))}
    </footer>
  );
}
