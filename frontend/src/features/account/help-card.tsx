import type { ReactNode } from 'react';

export interface HelpCardProps {
  title: string;
  text: string;
  danger?: boolean;
  /** Below the text: progress, an error. */
  below?: ReactNode;
  /** One button or link. */
  children: ReactNode;
}

export function HelpCard({ title, text, danger, below, children }: HelpCardProps) {
  return (
    <section className={danger ? 'help__card help__card--danger' : 'help__card'}>
      <div className="help__text">
        <h2>{title}</h2>
        <p className="tabular-digits">{text}</p>
        {below}
      </div>
      {children}
    </section>
  );
}
